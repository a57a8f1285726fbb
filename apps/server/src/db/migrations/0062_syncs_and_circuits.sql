-- When each clearinghouse's payers and their configurations were last read to the end: a first load that was killed is taken up again.
CREATE TABLE payer_syncs (
  source text PRIMARY KEY CHECK (source IN ('availity', 'pVerify')),
  completed_at timestamptz NOT NULL
);
GRANT SELECT ON payer_syncs TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payer_syncs TO coverlight_admin;

-- Three failures within any five minutes open a circuit: their times are kept, not their number since some first one.
ALTER TABLE clearinghouse_circuits
  DROP COLUMN failures, DROP COLUMN window_started_at, ADD COLUMN recent_failures timestamptz[] NOT NULL DEFAULT '{}';
