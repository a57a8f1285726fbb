-- What lists say of an answer without opening it (docs/product.md 10.13): codes and yes or no, nothing of a patient.
ALTER TABLE inquiries
  ADD COLUMN plan_state text CHECK (
    plan_state IN ('active', 'capitated', 'at-risk', 'inactive', 'may-change', 'unknown', 'contradicted', 'other', 'not-stated')
  ),
  -- The returned name and birth date both differ from the typed ones.
  ADD COLUMN is_person_in_doubt boolean NOT NULL DEFAULT false,
  -- When somebody said that it is the patient all the same; who did is in the audit trail.
  ADD COLUMN person_confirmed_at timestamptz;
