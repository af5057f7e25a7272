-- Version 5: the runs of the coordinator's polls; one for each due time. Times are microseconds since 1970.

CREATE TABLE IF NOT EXISTS {poll} (
  cluster    VARCHAR(63) NOT NULL,
  schedule   VARCHAR(63) NOT NULL,
  due_us     BIGINT      NOT NULL,
  state      VARCHAR(16) NOT NULL COMMENT 'RUNNING, DONE, FAILED or MISSED',
  token      BIGINT      NOT NULL COMMENT 'of the term that wrote it',
  node       VARCHAR(96) NOT NULL DEFAULT '' COMMENT 'name#incarnation of who does the check; empty = nobody',
  started_us BIGINT      NOT NULL DEFAULT 0,
  ended_us   BIGINT      NOT NULL DEFAULT 0,
  outcome    VARCHAR(200) CHARACTER SET utf8mb4 NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, schedule, due_us)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

UPDATE {meta} SET value = '5' WHERE name = 'schema';
