-- What an organization may know of local allowables: whether one prefix is such a one.
CREATE OR REPLACE FUNCTION is_local_allowable(p_alpha_prefix text) RETURNS boolean
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM la_prefixes p WHERE p.alpha_prefix = p_alpha_prefix AND p.is_active)
$$;
GRANT EXECUTE ON FUNCTION is_local_allowable TO coverlight_app;
