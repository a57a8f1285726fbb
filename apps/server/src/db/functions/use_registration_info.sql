-- In the transaction of the registration, which can see its own new organization only. A dead or unknown code changes nothing.
CREATE OR REPLACE FUNCTION use_registration_info(p_code_hash bytea, p_now timestamptz) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE registration_infos r SET used_at = p_now WHERE r.code_hash = p_code_hash AND r.used_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION use_registration_info TO coverlight_app;
