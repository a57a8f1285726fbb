-- Named views of the inquiry list, each of one user (docs/product.md 2.11). The name is ciphertext: people may name a view for a patient.
CREATE TABLE inquiry_views (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  name bytea NOT NULL,
  -- Ids, codes and days; never a search term.
  filters jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX inquiry_views_of_user ON inquiry_views (organization_id, user_id);
-- UPDATE for admins: keys rotate under their role.
CALL protect_tenant_table('inquiry_views', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
