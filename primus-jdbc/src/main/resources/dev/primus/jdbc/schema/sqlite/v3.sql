-- Version 3: the highest token that reached a guarded resource. Never delete a row: it would let former leaders in.

CREATE TABLE IF NOT EXISTS {fence} (
  cluster  TEXT    NOT NULL COLLATE BINARY,
  resource TEXT    NOT NULL COLLATE BINARY,
  token    INTEGER NOT NULL DEFAULT 0,
  owner    TEXT    NOT NULL DEFAULT '', -- name#incarnation of who came with it; empty = not said
  PRIMARY KEY (cluster, resource)
) WITHOUT ROWID;

UPDATE {meta} SET value = '3' WHERE name = 'schema';
