-- Who may touch what. Rights that nobody needs are not given: nothing deletes an organization, a user or an inquiry.
CALL protect_tenant_table('organizations', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
CALL protect_tenant_table('organization_keys', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, INSERT, UPDATE, DELETE');
CALL protect_tenant_table('users', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
CALL protect_tenant_table('sessions', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
CALL protect_tenant_table('known_devices', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');
CALL protect_tenant_table('subscriptions', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL protect_tenant_table('providers', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
CALL protect_tenant_table('inquiries', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
CALL protect_tenant_table('inquiry_contents', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
CALL protect_tenant_table('inquiry_tokens', 'SELECT, INSERT, DELETE', 'SELECT, INSERT, DELETE');
CALL protect_tenant_table('inquiry_attempts', 'SELECT, INSERT', 'SELECT');
CALL protect_tenant_table('answered_payer_names', 'SELECT, INSERT', 'SELECT');
CALL protect_tenant_table('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');
-- The log grows and nothing else: not even its writer may read it back (docs/product.md 12).
CALL protect_tenant_table('audit_events', 'INSERT', 'SELECT, INSERT');

-- Global tables (the list in catalog.db.test.ts).
GRANT SELECT, INSERT, UPDATE, DELETE ON login_counters TO coverlight_app;
GRANT SELECT ON plans, payers, payer_schemas, payer_prefixes TO coverlight_app;
GRANT SELECT ON login_counters TO coverlight_admin;
GRANT SELECT, INSERT, UPDATE ON plans, payers, payer_schemas TO coverlight_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON payer_prefixes TO coverlight_admin;
