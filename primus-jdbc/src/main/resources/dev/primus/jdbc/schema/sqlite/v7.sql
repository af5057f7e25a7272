-- Version 7: work that is shared out: workers and their leases, what work there is, and who is to do what. expires_us is by
-- the clock that clock_id names, changed_us and struck_us since 1970.

CREATE TABLE IF NOT EXISTS {worker} (
  cluster     TEXT    NOT NULL COLLATE BINARY,
  worker      TEXT    NOT NULL COLLATE BINARY,
  incarnation TEXT    NOT NULL COLLATE BINARY, -- of its latest life; a former one never comes back
  state       TEXT    NOT NULL, -- ACTIVE, DRAINING, DEAD or GONE
  capacity    INTEGER NOT NULL, -- in hundredths
  zone        TEXT    NOT NULL,
  about       TEXT    NOT NULL DEFAULT '',
  expires_us  INTEGER NOT NULL,
  lease_us    INTEGER NOT NULL,
  clock_id    TEXT    NOT NULL, -- which start of the machine expires_us belongs to
  seen        INTEGER NOT NULL DEFAULT 0, -- revision of the orders that it goes by
  finishing   TEXT    NOT NULL DEFAULT '', -- what it was asked to let go and still works on
  writes      INTEGER NOT NULL DEFAULT 0, -- raised by each change
  changed_us  INTEGER NOT NULL DEFAULT 0, -- when this life began or ended
  PRIMARY KEY (cluster, worker)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {domain} (
  cluster TEXT    NOT NULL COLLATE BINARY,
  domain  TEXT    NOT NULL COLLATE BINARY, -- empty for lists that have none
  active  INTEGER NOT NULL,
  PRIMARY KEY (cluster, domain)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {tasklist} (
  cluster    TEXT    NOT NULL COLLATE BINARY,
  tasklist   TEXT    NOT NULL COLLATE BINARY,
  domain     TEXT    NOT NULL COLLATE BINARY,
  partitions INTEGER NOT NULL,
  weight     INTEGER NOT NULL, -- of each partition, in hundredths
  active     INTEGER NOT NULL,
  PRIMARY KEY (cluster, tasklist)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {wish} (
  cluster  TEXT    NOT NULL COLLATE BINARY,
  tasklist TEXT    NOT NULL COLLATE BINARY,
  part     INTEGER NOT NULL, -- the partition's number
  worker   TEXT    NOT NULL COLLATE BINARY, -- who is to have it; empty = nobody
  wanted   INTEGER NOT NULL, -- 0 = no more
  PRIMARY KEY (cluster, tasklist, part)
) WITHOUT ROWID;

-- One row for each cluster. Never delete it: former coordinators could plan again.
CREATE TABLE IF NOT EXISTS {plan} (
  cluster   TEXT    NOT NULL COLLATE BINARY PRIMARY KEY,
  token     INTEGER NOT NULL DEFAULT 0, -- of the latest term that has been here; never falls
  owner     TEXT    NOT NULL DEFAULT '', -- name#incarnation of who led it; empty = nobody
  revision  INTEGER NOT NULL DEFAULT 0, -- of the plan
  catalogue INTEGER NOT NULL DEFAULT 0, -- raised by each change to domains, lists and wishes
  writes    INTEGER NOT NULL DEFAULT 0 -- raised by each change
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {orders} (
  cluster     TEXT    NOT NULL COLLATE BINARY,
  worker      TEXT    NOT NULL COLLATE BINARY,
  incarnation TEXT    NOT NULL COLLATE BINARY,
  revision    INTEGER NOT NULL, -- of the plan that changed it last
  held        TEXT    NOT NULL, -- a line for each lot: list, generation, partitions
  asked       TEXT    NOT NULL, -- what of it is to be let go
  struck_us   INTEGER NOT NULL DEFAULT 0, -- since when that life holds nothing any more; 0 = it may
  PRIMARY KEY (cluster, worker, incarnation)
) WITHOUT ROWID;

UPDATE {meta} SET value = '7' WHERE name = 'schema';
