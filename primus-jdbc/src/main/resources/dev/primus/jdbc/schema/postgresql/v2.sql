-- Version 2: an heir has the first try after a transfer, and a batch settles replies that were lost.

ALTER TABLE {lease}
  ADD COLUMN IF NOT EXISTS batch text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS heir text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS heir_until_us bigint NOT NULL DEFAULT 0;

UPDATE {meta} SET value = '2' WHERE name = 'schema';
