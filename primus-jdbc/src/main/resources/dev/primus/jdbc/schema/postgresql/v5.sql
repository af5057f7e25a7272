-- Version 5: the runs of the coordinator's polls; one for each due time. Times are microseconds since 1970.

CREATE TABLE IF NOT EXISTS {poll} (
  cluster    text COLLATE "C" NOT NULL,
  schedule   text COLLATE "C" NOT NULL,
  due_us     bigint NOT NULL,
  state      text COLLATE "C" NOT NULL, -- RUNNING, DONE, FAILED or MISSED
  token      bigint NOT NULL, -- of the term that wrote it
  node       text COLLATE "C" NOT NULL DEFAULT '', -- name#incarnation of who does the check; empty = nobody
  started_us bigint NOT NULL DEFAULT 0,
  ended_us   bigint NOT NULL DEFAULT 0,
  outcome    text NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, schedule, due_us)
);

UPDATE {meta} SET value = '5' WHERE name = 'schema';
