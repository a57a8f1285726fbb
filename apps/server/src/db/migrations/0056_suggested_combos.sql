-- What a payer's own refusal said it takes to find a patient: combinations of field names, the last refusal's. No patient data.
CREATE TABLE payer_suggested_combos (
  payer_id ulid PRIMARY KEY REFERENCES payers (id),
  combos jsonb NOT NULL,
  noted_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON payer_suggested_combos TO coverlight_app;
GRANT SELECT ON payer_suggested_combos TO coverlight_admin;
