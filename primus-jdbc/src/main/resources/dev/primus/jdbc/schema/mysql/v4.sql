-- Version 4: an operator can pause an election: nobody takes it over then. 0 = not paused.

ALTER TABLE {lease}
  ADD COLUMN paused_us BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN paused_by VARCHAR(200) CHARACTER SET utf8mb4 NOT NULL DEFAULT '',
  ADD COLUMN paused_why VARCHAR(200) CHARACTER SET utf8mb4 NOT NULL DEFAULT '';

UPDATE {meta} SET value = '4' WHERE name = 'schema';
