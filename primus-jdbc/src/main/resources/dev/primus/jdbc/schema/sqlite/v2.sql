-- Version 2: an heir has the first try after a transfer, and a batch settles replies that were lost.

ALTER TABLE {lease} ADD COLUMN batch TEXT NOT NULL DEFAULT '';

ALTER TABLE {lease} ADD COLUMN heir TEXT NOT NULL DEFAULT '';

ALTER TABLE {lease} ADD COLUMN heir_until_us INTEGER NOT NULL DEFAULT 0;

UPDATE {meta} SET value = '2' WHERE name = 'schema';
