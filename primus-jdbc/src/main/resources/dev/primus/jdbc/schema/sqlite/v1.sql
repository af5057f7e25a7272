-- Primus lease store, version 1, SQLite. Times are microseconds: *_us of the lease on the machine's monotonic clock,
-- wall_us, granted_us, created_us, updated_us and all times of the other tables since 1970.

CREATE TABLE IF NOT EXISTS {meta} (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {lease} (
  cluster    TEXT    NOT NULL COLLATE BINARY,
  election   TEXT    NOT NULL COLLATE BINARY,
  status     INTEGER NOT NULL DEFAULT 0, -- 1 held, 0 released or never held, 2 unheld for long and may be deleted
  owner      TEXT    NOT NULL DEFAULT '', -- name#incarnation; empty = nobody
  nonce      TEXT    NOT NULL DEFAULT '', -- of the try that won the term
  epoch      INTEGER NOT NULL DEFAULT 0, -- the fencing token of the latest term; never falls
  renewals   INTEGER NOT NULL DEFAULT 0, -- of that term
  expires_us INTEGER NOT NULL DEFAULT 0,
  lease_us   INTEGER NOT NULL DEFAULT 0,
  stamped_us INTEGER NOT NULL DEFAULT 0, -- when the expiry was written, on the monotonic clock
  wall_us    INTEGER NOT NULL DEFAULT 0, -- and on the wall clock
  clock_id   TEXT    NOT NULL DEFAULT '', -- which start of the machine the monotonic times belong to
  granted_us INTEGER NOT NULL DEFAULT 0,
  created_us INTEGER NOT NULL DEFAULT 0,
  updated_us INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (cluster, election)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {term} (
  cluster  TEXT    NOT NULL COLLATE BINARY,
  election TEXT    NOT NULL COLLATE BINARY,
  epoch    INTEGER NOT NULL,
  PRIMARY KEY (cluster, election)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {history} (
  cluster    TEXT    NOT NULL COLLATE BINARY,
  election   TEXT    NOT NULL COLLATE BINARY,
  epoch      INTEGER NOT NULL,
  owner      TEXT    NOT NULL,
  granted_us INTEGER NOT NULL,
  ended_us   INTEGER,
  reason     TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, election, epoch)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {node} (
  cluster     TEXT    NOT NULL COLLATE BINARY,
  node        TEXT    NOT NULL COLLATE BINARY,
  incarnation TEXT    NOT NULL COLLATE BINARY,
  started_us  INTEGER NOT NULL,
  seen_us     INTEGER NOT NULL,
  lapse_us    INTEGER NOT NULL,
  PRIMARY KEY (cluster, node, incarnation)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {candidate} (
  cluster     TEXT NOT NULL COLLATE BINARY,
  election    TEXT NOT NULL COLLATE BINARY,
  node        TEXT NOT NULL COLLATE BINARY,
  incarnation TEXT NOT NULL COLLATE BINARY,
  part        TEXT NOT NULL,
  PRIMARY KEY (cluster, election, node, incarnation)
) WITHOUT ROWID;

INSERT INTO {meta} (name, value) VALUES ('lineage', '0') ON CONFLICT DO NOTHING;

INSERT INTO {meta} (name, value) VALUES ('schema', '1') ON CONFLICT DO NOTHING;
