-- Version 6: promises to terms that are led by other means than a lease, and where the members of a cluster are found.
-- Never delete a row of the witness: its token would be forgotten. until_us is by the clock that clock_id names, seen_us
-- since 1970.

CREATE TABLE IF NOT EXISTS {witness} (
  cluster  VARCHAR(63)  NOT NULL,
  election VARCHAR(190) NOT NULL,
  token    BIGINT       NOT NULL DEFAULT 0 COMMENT 'the highest that was promised; never falls',
  owner    VARCHAR(96)  NOT NULL DEFAULT '' COMMENT 'name#incarnation of who it was promised to; empty = nobody',
  ended    TINYINT      NOT NULL DEFAULT 1 COMMENT '1 given back or never promised, 0 promised',
  until_us BIGINT       NOT NULL DEFAULT 0,
  span_us  BIGINT       NOT NULL DEFAULT 0 COMMENT 'for how long it was promised last',
  clock_id VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'whose clock until_us is by',
  PRIMARY KEY (cluster, election)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {peer} (
  cluster     VARCHAR(63)  NOT NULL,
  node        VARCHAR(63)  NOT NULL,
  incarnation VARCHAR(32)  NOT NULL,
  address     VARCHAR(255) NOT NULL COMMENT 'host:port where other members reach it',
  seen_us     BIGINT       NOT NULL COMMENT '0 = it has left',
  PRIMARY KEY (cluster, node, incarnation)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

UPDATE {meta} SET value = '6' WHERE name = 'schema';
