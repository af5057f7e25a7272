-- Version 7: work that is shared out: workers and their leases, what work there is, and who is to do what. expires_us is by
-- the clock that clock_id names, changed_us and struck_us since 1970.

CREATE TABLE IF NOT EXISTS {worker} (
  cluster     VARCHAR(63)  NOT NULL,
  worker      VARCHAR(63)  NOT NULL,
  incarnation VARCHAR(32)  NOT NULL COMMENT 'of its latest life; a former one never comes back',
  state       VARCHAR(16)  NOT NULL COMMENT 'ACTIVE, DRAINING, DEAD or GONE',
  capacity    INT          NOT NULL COMMENT 'in hundredths',
  zone        VARCHAR(63)  NOT NULL,
  about       VARCHAR(500) CHARACTER SET utf8mb4 NOT NULL DEFAULT '',
  expires_us  BIGINT       NOT NULL,
  lease_us    BIGINT       NOT NULL,
  clock_id    VARCHAR(255) NOT NULL COMMENT 'whose clock expires_us is by',
  seen        BIGINT       NOT NULL DEFAULT 0 COMMENT 'revision of the orders that it goes by',
  finishing   MEDIUMTEXT   NOT NULL COMMENT 'what it was asked to let go and still works on',
  writes      BIGINT       NOT NULL DEFAULT 0 COMMENT 'raised by each change',
  changed_us  BIGINT       NOT NULL DEFAULT 0 COMMENT 'when this life began or ended',
  PRIMARY KEY (cluster, worker)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {domain} (
  cluster VARCHAR(63) NOT NULL,
  domain  VARCHAR(63) NOT NULL COMMENT 'empty for lists that have none',
  active  TINYINT     NOT NULL,
  PRIMARY KEY (cluster, domain)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {tasklist} (
  cluster    VARCHAR(63)  NOT NULL,
  tasklist   VARCHAR(190) NOT NULL,
  domain     VARCHAR(63)  NOT NULL,
  partitions INT          NOT NULL,
  weight     INT          NOT NULL COMMENT 'of each partition, in hundredths',
  active     TINYINT      NOT NULL,
  PRIMARY KEY (cluster, tasklist)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {wish} (
  cluster  VARCHAR(63)  NOT NULL,
  tasklist VARCHAR(190) NOT NULL,
  part     INT          NOT NULL COMMENT 'number of the partition',
  worker   VARCHAR(63)  NOT NULL COMMENT 'who is to have it; empty = nobody',
  wanted   TINYINT      NOT NULL COMMENT '0 = no more',
  PRIMARY KEY (cluster, tasklist, part)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

-- One row for each cluster. Never delete it: former coordinators could plan again.
CREATE TABLE IF NOT EXISTS {plan} (
  cluster   VARCHAR(63) NOT NULL PRIMARY KEY,
  token     BIGINT      NOT NULL DEFAULT 0 COMMENT 'of the latest term that has been here; never falls',
  owner     VARCHAR(96) NOT NULL DEFAULT '' COMMENT 'name#incarnation of who led it; empty = nobody',
  revision  BIGINT      NOT NULL DEFAULT 0 COMMENT 'of the plan',
  catalogue BIGINT      NOT NULL DEFAULT 0 COMMENT 'raised by each change to domains, lists and wishes',
  writes    BIGINT      NOT NULL DEFAULT 0 COMMENT 'raised by each change'
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {orders} (
  cluster     VARCHAR(63) NOT NULL,
  worker      VARCHAR(63) NOT NULL,
  incarnation VARCHAR(32) NOT NULL,
  revision    BIGINT      NOT NULL COMMENT 'of the plan that changed it last',
  held        MEDIUMTEXT  NOT NULL COMMENT 'a line for each lot: list, generation, partitions',
  asked       MEDIUMTEXT  NOT NULL COMMENT 'what of it is to be let go',
  struck_us   BIGINT      NOT NULL DEFAULT 0 COMMENT 'since when that life holds nothing any more; 0 = it may',
  PRIMARY KEY (cluster, worker, incarnation)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

UPDATE {meta} SET value = '7' WHERE name = 'schema';
