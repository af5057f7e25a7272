-- Version 6: promises to terms that are led by other means than a lease, and where the members of a cluster are found.
-- Never delete a row of the witness: its token would be forgotten. until_us is by the clock that clock_id names, seen_us
-- since 1970.

CREATE TABLE IF NOT EXISTS {witness} (
  cluster  text COLLATE "C" NOT NULL,
  election text COLLATE "C" NOT NULL,
  token    bigint NOT NULL DEFAULT 0, -- the highest that was promised; never falls
  owner    text COLLATE "C" NOT NULL DEFAULT '', -- name#incarnation of who it was promised to; empty = nobody
  ended    smallint NOT NULL DEFAULT 1, -- 1 given back or never promised, 0 promised
  until_us bigint NOT NULL DEFAULT 0,
  span_us  bigint NOT NULL DEFAULT 0, -- for how long it was promised last
  clock_id text NOT NULL DEFAULT '', -- whose clock until_us is by
  PRIMARY KEY (cluster, election)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS {peer} (
  cluster     text COLLATE "C" NOT NULL,
  node        text COLLATE "C" NOT NULL,
  incarnation text COLLATE "C" NOT NULL,
  address     text COLLATE "C" NOT NULL, -- host:port where other members reach it
  seen_us     bigint NOT NULL, -- 0 = it has left
  PRIMARY KEY (cluster, node, incarnation)
) WITH (fillfactor = 50);

UPDATE {meta} SET value = '6' WHERE name = 'schema';
