-- Equal percentages of many past claims, counted together: a range is read from some thousand rows in place of some hundred thousand
-- (docs/product.md 20.6). Of payers and prefixes with many claims only; the same for every organization, as the claims are.
CREATE TABLE claim_tallies (
  payer_id ulid NOT NULL REFERENCES payers (id),
  alpha_prefix text NOT NULL,
  level text NOT NULL CHECK (level IN ('dtx', 'rtc', 'php', 'iop', 'op')),
  percent numeric(7, 4) NOT NULL,
  claims integer NOT NULL,
  oldest timestamptz NOT NULL,
  newest timestamptz NOT NULL,
  PRIMARY KEY (payer_id, alpha_prefix, level, percent)
);
GRANT SELECT ON claim_tallies TO coverlight_app;
GRANT SELECT, INSERT, DELETE ON claim_tallies TO coverlight_admin;

-- The newest claim that was counted; later ones are counted as they are read.
CREATE TABLE claim_tally_marks (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  until ulid NOT NULL,
  made_at timestamptz NOT NULL
);
GRANT SELECT ON claim_tally_marks TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON claim_tally_marks TO coverlight_admin;
