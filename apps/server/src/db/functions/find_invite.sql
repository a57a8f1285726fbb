-- The organization of a link code; whether the invite still works is asked there, under a lock.
CREATE OR REPLACE FUNCTION find_invite(p_code_hash bytea) RETURNS TABLE (organization_id text, invite_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT i.organization_id::text, i.id::text FROM invites i JOIN organizations o ON o.id = i.organization_id
  WHERE i.code_hash = p_code_hash AND o.is_active
$$;
GRANT EXECUTE ON FUNCTION find_invite TO coverlight_app;
