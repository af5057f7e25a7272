-- Primus lease store, version 1, MariaDB. Times are microseconds since 1970 by the server's clock.
-- Names are ASCII and compared byte by byte: by default 'Node-A' and 'node-a ' would be one and the same.

CREATE TABLE IF NOT EXISTS {meta} (
  name  VARCHAR(190) NOT NULL PRIMARY KEY,
  value VARCHAR(190) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {lease} (
  cluster    VARCHAR(63)  NOT NULL,
  election   VARCHAR(190) NOT NULL,
  status     TINYINT      NOT NULL DEFAULT 0 COMMENT '1 held, 0 released or never held, 2 unheld for long',
  owner      VARCHAR(96)  NOT NULL DEFAULT '' COMMENT 'name#incarnation; empty = nobody',
  nonce      VARCHAR(96)  NOT NULL DEFAULT '' COMMENT 'of the try that won the term',
  epoch      BIGINT       NOT NULL DEFAULT 0 COMMENT 'the fencing token of the latest term; never falls',
  renewals   BIGINT       NOT NULL DEFAULT 0 COMMENT 'of that term',
  expires_us BIGINT       NOT NULL DEFAULT 0,
  lease_us   BIGINT       NOT NULL DEFAULT 0,
  clock_id   VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'whose clock wrote the expiry',
  granted_us BIGINT       NOT NULL DEFAULT 0,
  created_us BIGINT       NOT NULL DEFAULT 0,
  updated_us BIGINT       NOT NULL DEFAULT 0,
  PRIMARY KEY (cluster, election)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {term} (
  cluster  VARCHAR(63)  NOT NULL,
  election VARCHAR(190) NOT NULL,
  epoch    BIGINT       NOT NULL,
  PRIMARY KEY (cluster, election)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {history} (
  cluster    VARCHAR(63)  NOT NULL,
  election   VARCHAR(190) NOT NULL,
  epoch      BIGINT       NOT NULL,
  owner      VARCHAR(96)  NOT NULL,
  granted_us BIGINT       NOT NULL,
  ended_us   BIGINT       NULL,
  reason     VARCHAR(32)  NOT NULL DEFAULT '',
  PRIMARY KEY (cluster, election, epoch)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {node} (
  cluster     VARCHAR(63) NOT NULL,
  node        VARCHAR(63) NOT NULL,
  incarnation VARCHAR(32) NOT NULL,
  started_us  BIGINT      NOT NULL,
  seen_us     BIGINT      NOT NULL,
  lapse_us    BIGINT      NOT NULL,
  PRIMARY KEY (cluster, node, incarnation)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS {candidate} (
  cluster     VARCHAR(63)  NOT NULL,
  election    VARCHAR(190) NOT NULL,
  node        VARCHAR(63)  NOT NULL,
  incarnation VARCHAR(32)  NOT NULL,
  part        VARCHAR(16)  NOT NULL,
  PRIMARY KEY (cluster, election, node, incarnation)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

INSERT IGNORE INTO {meta} (name, value) VALUES ('lineage', '0');

INSERT IGNORE INTO {meta} (name, value) VALUES ('schema', '1');
