-- Version 6: promises to terms that are led by other means than a lease, and where the members of a cluster are found.
-- Never delete a row of the witness: its token would be forgotten. until_us is by the clock that clock_id names, seen_us
-- since 1970.

CREATE TABLE IF NOT EXISTS {witness} (
  cluster  TEXT    NOT NULL COLLATE BINARY,
  election TEXT    NOT NULL COLLATE BINARY,
  token    INTEGER NOT NULL DEFAULT 0, -- the highest that was promised; never falls
  owner    TEXT    NOT NULL DEFAULT '', -- name#incarnation of who it was promised to; empty = nobody
  ended    INTEGER NOT NULL DEFAULT 1, -- 1 given back or never promised, 0 promised
  until_us INTEGER NOT NULL DEFAULT 0,
  span_us  INTEGER NOT NULL DEFAULT 0, -- for how long it was promised last
  clock_id TEXT    NOT NULL DEFAULT '', -- which start of the machine until_us belongs to
  PRIMARY KEY (cluster, election)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {peer} (
  cluster     TEXT    NOT NULL COLLATE BINARY,
  node        TEXT    NOT NULL COLLATE BINARY,
  incarnation TEXT    NOT NULL COLLATE BINARY,
  address     TEXT    NOT NULL, -- host:port where other members reach it
  seen_us     INTEGER NOT NULL, -- 0 = it has left
  PRIMARY KEY (cluster, node, incarnation)
) WITHOUT ROWID;

UPDATE {meta} SET value = '6' WHERE name = 'schema';
