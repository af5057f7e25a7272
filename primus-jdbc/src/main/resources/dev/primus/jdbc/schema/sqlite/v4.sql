-- Version 4: an operator can pause an election: nobody takes it over then. 0 = not paused.

ALTER TABLE {lease} ADD COLUMN paused_us INTEGER NOT NULL DEFAULT 0;

ALTER TABLE {lease} ADD COLUMN paused_by TEXT NOT NULL DEFAULT '';

ALTER TABLE {lease} ADD COLUMN paused_why TEXT NOT NULL DEFAULT '';

UPDATE {meta} SET value = '4' WHERE name = 'schema';
