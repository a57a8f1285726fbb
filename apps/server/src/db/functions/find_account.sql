-- The account of an address, for signing in and for refusing a second account. No row: nobody has it.
CREATE OR REPLACE FUNCTION find_account(p_email text)
RETURNS TABLE (organization_id text, user_id text, password_hash text, is_active boolean, organization_is_active boolean)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT u.organization_id::text, u.id::text, u.password_hash, u.is_active, o.is_active
  FROM users u JOIN organizations o ON o.id = u.organization_id
  WHERE lower(u.email) = lower(p_email)
$$;
GRANT EXECUTE ON FUNCTION find_account TO coverlight_app, coverlight_admin;
