-- Version 3: the highest token that reached a guarded resource. Never delete a row: it would let former leaders in.

CREATE TABLE IF NOT EXISTS {fence} (
  cluster  text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  token    bigint NOT NULL DEFAULT 0,
  owner    text COLLATE "C" NOT NULL DEFAULT '', -- name#incarnation of who came with it; empty = not said
  PRIMARY KEY (cluster, resource)
) WITH (fillfactor = 50);

UPDATE {meta} SET value = '3' WHERE name = 'schema';
