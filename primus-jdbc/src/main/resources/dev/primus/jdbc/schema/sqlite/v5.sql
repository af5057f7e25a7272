-- Version 5: the runs of the coordinator's polls; one for each due time. Times are microseconds since 1970.

CREATE TABLE IF NOT EXISTS {poll} (
  cluster    TEXT    NOT NULL COLLATE BINARY,
  schedule   TEXT    NOT NULL COLLATE BINARY,
  due_us     INTEGER NOT NULL,
  state      TEXT    NOT NULL, -- RUNNING, DONE, FAILED or MISSED
  token      INTEGER NOT NULL, -- of the term that wrote it
  node       TEXT    NOT NULL DEFAULT '', -- name#incarnation of who does the check; empty = nobody
  started_us INTEGER NOT NULL DEFAULT 0,
  ended_us   INTEGER NOT NULL DEFAULT 0,
  outcome    TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, schedule, due_us)
) WITHOUT ROWID;

UPDATE {meta} SET value = '5' WHERE name = 'schema';
