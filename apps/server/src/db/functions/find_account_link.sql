-- Whose link this is; whether it still works is asked there.
CREATE OR REPLACE FUNCTION find_account_link(p_token_hash bytea) RETURNS TABLE (organization_id text, user_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT l.organization_id::text, l.user_id::text FROM account_links l WHERE l.token_hash = p_token_hash
$$;
GRANT EXECUTE ON FUNCTION find_account_link TO coverlight_app;
