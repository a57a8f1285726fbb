-- Organizations with use that should have been reported by now: what a sweep takes up again.
CREATE OR REPLACE FUNCTION find_unreported_usage(p_limit integer) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT u.organization_id::text FROM usage_events u JOIN billing_accounts a ON a.organization_id = u.organization_id
  WHERE u.is_extra AND u.reported_at IS NULL AND a.remote_customer_id IS NOT NULL LIMIT p_limit
$$;
GRANT EXECUTE ON FUNCTION find_unreported_usage TO coverlight_app;
