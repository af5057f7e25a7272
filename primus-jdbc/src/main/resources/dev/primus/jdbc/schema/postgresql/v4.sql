-- Version 4: an operator can pause an election: nobody takes it over then. 0 = not paused.

ALTER TABLE {lease}
  ADD COLUMN IF NOT EXISTS paused_us bigint NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS paused_by text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS paused_why text NOT NULL DEFAULT '';

UPDATE {meta} SET value = '4' WHERE name = 'schema';
