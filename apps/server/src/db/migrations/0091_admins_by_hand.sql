-- No statement of the server can make an admin: its roles may write every column of users but is_admin. `npm run admin:create` does, with
-- the owner's connection, in the role of the look-ups, and in the internal organization only. A column added later needs its own grant.
DO $$
DECLARE
  v_columns text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO v_columns
  FROM pg_attribute WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'is_admin';
  REVOKE INSERT, UPDATE ON users FROM coverlight_app, coverlight_admin;
  EXECUTE format('GRANT INSERT (%1$s), UPDATE (%1$s) ON users TO coverlight_app, coverlight_admin', v_columns);
END
$$;
GRANT UPDATE (is_admin) ON users TO coverlight_lookup;
CREATE POLICY lookup_makes_admins ON users FOR UPDATE TO coverlight_lookup
  USING (organization_id = '00000000000000000000000000') WITH CHECK (organization_id = '00000000000000000000000000');
