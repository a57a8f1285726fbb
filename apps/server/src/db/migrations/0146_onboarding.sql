-- The first steps of a practice, as far as no other table tells that they were taken (docs/product.md 2.15).
CREATE TABLE onboarding (
  organization_id ulid PRIMARY KEY REFERENCES organizations (id),
  sample_opened_at timestamptz,
  dismissed_at timestamptz
);
CALL protect_tenant_table('onboarding', 'SELECT, INSERT, UPDATE', 'SELECT');
