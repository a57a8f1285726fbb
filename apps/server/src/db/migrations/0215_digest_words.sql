-- Ciphertext of what these digests are made of: a digest is made anew when an organization's keys change (docs/product.md 12).
-- Null: remembered by the version before, and again with the next use.
ALTER TABLE column_mappings ADD COLUMN headers bytea;
ALTER TABLE payer_aliases ADD COLUMN name bytea;
GRANT UPDATE ON column_mappings, payer_aliases TO coverlight_admin;
