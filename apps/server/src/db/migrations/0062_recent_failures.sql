-- Three failures within any five minutes open a circuit: their times are kept, not their number since some first one.
ALTER TABLE clearinghouse_circuits
  DROP COLUMN failures, DROP COLUMN window_started_at, ADD COLUMN recent_failures timestamptz[] NOT NULL DEFAULT '{}';
