-- Version 3: the highest token that reached a guarded resource. Never delete a row: it would let former leaders in.

CREATE TABLE IF NOT EXISTS {fence} (
  cluster  VARCHAR(63)  NOT NULL,
  resource VARCHAR(190) NOT NULL,
  token    BIGINT       NOT NULL DEFAULT 0,
  owner    VARCHAR(96)  NOT NULL DEFAULT '' COMMENT 'name#incarnation of who came with it; empty = not said',
  PRIMARY KEY (cluster, resource)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

UPDATE {meta} SET value = '3' WHERE name = 'schema';
