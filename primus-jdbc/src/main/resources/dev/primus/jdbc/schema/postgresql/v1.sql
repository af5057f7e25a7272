-- Primus lease store, version 1, PostgreSQL. Times are microseconds since 1970 by the server's clock.
-- Names are compared byte by byte, whatever the database's collation is.

CREATE TABLE IF NOT EXISTS {meta} (
  name  text COLLATE "C" NOT NULL PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE IF NOT EXISTS {lease} (
  cluster    text COLLATE "C" NOT NULL,
  election   text COLLATE "C" NOT NULL,
  status     smallint NOT NULL DEFAULT 0, -- 1 held, 0 released or never held, 2 unheld for long and may be deleted
  owner      text COLLATE "C" NOT NULL DEFAULT '', -- name#incarnation; empty = nobody
  nonce      text COLLATE "C" NOT NULL DEFAULT '', -- of the try that won the term
  epoch      bigint NOT NULL DEFAULT 0, -- the fencing token of the latest term; never falls
  renewals   bigint NOT NULL DEFAULT 0, -- of that term
  expires_us bigint NOT NULL DEFAULT 0,
  lease_us   bigint NOT NULL DEFAULT 0,
  clock_id   text NOT NULL DEFAULT '', -- whose clock wrote the expiry
  granted_us bigint NOT NULL DEFAULT 0,
  created_us bigint NOT NULL DEFAULT 0,
  updated_us bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (cluster, election)
) WITH (fillfactor = 50); -- room for renewals on the same page

CREATE TABLE IF NOT EXISTS {term} (
  cluster  text COLLATE "C" NOT NULL,
  election text COLLATE "C" NOT NULL,
  epoch    bigint NOT NULL,
  PRIMARY KEY (cluster, election)
);

CREATE TABLE IF NOT EXISTS {history} (
  cluster    text COLLATE "C" NOT NULL,
  election   text COLLATE "C" NOT NULL,
  epoch      bigint NOT NULL,
  owner      text COLLATE "C" NOT NULL,
  granted_us bigint NOT NULL,
  ended_us   bigint,
  reason     text NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, election, epoch)
);

CREATE TABLE IF NOT EXISTS {node} (
  cluster     text COLLATE "C" NOT NULL,
  node        text COLLATE "C" NOT NULL,
  incarnation text COLLATE "C" NOT NULL,
  started_us  bigint NOT NULL,
  seen_us     bigint NOT NULL,
  lapse_us    bigint NOT NULL,
  PRIMARY KEY (cluster, node, incarnation)
);

CREATE TABLE IF NOT EXISTS {candidate} (
  cluster     text COLLATE "C" NOT NULL,
  election    text COLLATE "C" NOT NULL,
  node        text COLLATE "C" NOT NULL,
  incarnation text COLLATE "C" NOT NULL,
  part        text NOT NULL,
  PRIMARY KEY (cluster, election, node, incarnation)
);

INSERT INTO {meta} (name, value) VALUES ('lineage', '0') ON CONFLICT DO NOTHING;

INSERT INTO {meta} (name, value) VALUES ('schema', '1') ON CONFLICT DO NOTHING;
