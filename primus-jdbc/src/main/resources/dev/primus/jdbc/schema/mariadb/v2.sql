-- Version 2: an heir has the first try after a transfer, and a batch settles replies that were lost.

ALTER TABLE {lease}
  ADD COLUMN IF NOT EXISTS batch VARCHAR(40) NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS heir VARCHAR(63) NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS heir_until_us BIGINT NOT NULL DEFAULT 0;

UPDATE {meta} SET value = '2' WHERE name = 'schema';
