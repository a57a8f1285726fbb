-- Whether pVerify asks the payer electronically; by phone takes days (docs/product.md 11.2).
ALTER TABLE payers ADD COLUMN pverify_is_electronic boolean NOT NULL DEFAULT true;

-- Payers as they are asked. One that was merged from two has no codes of its own: its sources' rows keep theirs, and go on being
-- brought up to date by the syncs. The switches are the merged payer's. `schema_payer_id`: whose schema applies.
CREATE VIEW asked_payers WITH (security_invoker = true) AS
SELECT p.id, p.name, p.name_internal, coalesce(p.code, a.code) AS code, p.is_active, coalesce(a.is_available, p.is_available) AS is_available,
  coalesce(p.pverify_code, v.pverify_code) AS pverify_code, coalesce(p.pverify_name, v.pverify_name) AS pverify_name, p.pverify_is_active,
  coalesce(v.pverify_is_available, p.pverify_is_available) AS pverify_is_available,
  coalesce(v.pverify_is_electronic, p.pverify_is_electronic) AS pverify_is_electronic,
  p.is_blue, p.is_group, p.split_service_type, p.payer_group_id, p.parent_id, p.deleted_at, p.created_at, p.updated_at,
  CASE WHEN EXISTS (SELECT FROM payer_schemas s WHERE s.payer_id = p.id) THEN p.id ELSE coalesce(a.id, p.id) END AS schema_payer_id
FROM payers p
LEFT JOIN payers a ON a.parent_id = p.id AND a.code IS NOT NULL
LEFT JOIN payers v ON v.parent_id = p.id AND v.pverify_code IS NOT NULL;
GRANT SELECT ON asked_payers TO coverlight_app, coverlight_admin;
