-- When each clearinghouse's payers and their configurations were last read to the end: a first load that was killed is taken up again.
CREATE TABLE payer_syncs (
  source text PRIMARY KEY CHECK (source IN ('availity', 'pVerify')),
  completed_at timestamptz NOT NULL
);
GRANT SELECT ON payer_syncs TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payer_syncs TO coverlight_admin;
