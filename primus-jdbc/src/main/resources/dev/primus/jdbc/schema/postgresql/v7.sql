-- Version 7: work that is shared out: workers and their leases, what work there is, and who is to do what. expires_us is by
-- the clock that clock_id names, changed_us and struck_us since 1970.

CREATE TABLE IF NOT EXISTS {worker} (
  cluster     text COLLATE "C" NOT NULL,
  worker      text COLLATE "C" NOT NULL,
  incarnation text COLLATE "C" NOT NULL, -- of its latest life; a former one never comes back
  state       text COLLATE "C" NOT NULL, -- ACTIVE, DRAINING, DEAD or GONE
  capacity    integer NOT NULL, -- in hundredths
  zone        text COLLATE "C" NOT NULL,
  about       text NOT NULL DEFAULT '',
  expires_us  bigint NOT NULL,
  lease_us    bigint NOT NULL,
  clock_id    text NOT NULL, -- whose clock expires_us is by
  seen        bigint NOT NULL DEFAULT 0, -- revision of the orders that it goes by
  finishing   text COLLATE "C" NOT NULL DEFAULT '', -- what it was asked to let go and still works on
  writes      bigint NOT NULL DEFAULT 0, -- raised by each change
  changed_us  bigint NOT NULL DEFAULT 0, -- when this life began or ended
  PRIMARY KEY (cluster, worker)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS {domain} (
  cluster text COLLATE "C" NOT NULL,
  domain  text COLLATE "C" NOT NULL, -- empty for lists that have none
  active  smallint NOT NULL,
  PRIMARY KEY (cluster, domain)
);

CREATE TABLE IF NOT EXISTS {tasklist} (
  cluster    text COLLATE "C" NOT NULL,
  tasklist   text COLLATE "C" NOT NULL,
  domain     text COLLATE "C" NOT NULL,
  partitions integer NOT NULL,
  weight     integer NOT NULL, -- of each partition, in hundredths
  active     smallint NOT NULL,
  PRIMARY KEY (cluster, tasklist)
);

CREATE TABLE IF NOT EXISTS {wish} (
  cluster  text COLLATE "C" NOT NULL,
  tasklist text COLLATE "C" NOT NULL,
  part     integer NOT NULL, -- the partition's number
  worker   text COLLATE "C" NOT NULL, -- who is to have it; empty = nobody
  wanted   smallint NOT NULL, -- 0 = no more
  PRIMARY KEY (cluster, tasklist, part)
);

-- One row for each cluster. Never delete it: former coordinators could plan again.
CREATE TABLE IF NOT EXISTS {plan} (
  cluster   text COLLATE "C" NOT NULL PRIMARY KEY,
  token     bigint NOT NULL DEFAULT 0, -- of the latest term that has been here; never falls
  owner     text COLLATE "C" NOT NULL DEFAULT '', -- name#incarnation of who led it; empty = nobody
  revision  bigint NOT NULL DEFAULT 0, -- of the plan
  catalogue bigint NOT NULL DEFAULT 0, -- raised by each change to domains, lists and wishes
  writes    bigint NOT NULL DEFAULT 0 -- raised by each change
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS {orders} (
  cluster     text COLLATE "C" NOT NULL,
  worker      text COLLATE "C" NOT NULL,
  incarnation text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL, -- of the plan that changed it last
  held        text COLLATE "C" NOT NULL, -- a line for each lot: list, generation, partitions
  asked       text COLLATE "C" NOT NULL, -- what of it is to be let go
  struck_us   bigint NOT NULL DEFAULT 0, -- since when that life holds nothing any more; 0 = it may
  PRIMARY KEY (cluster, worker, incarnation)
);

UPDATE {meta} SET value = '7' WHERE name = 'schema';
