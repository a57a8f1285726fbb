-- Organizations whose grace is over and whose managers have not been told: what an hourly look takes up.
CREATE OR REPLACE FUNCTION find_ended_grace(p_due_before timestamptz, p_limit integer) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.organization_id::text FROM subscriptions s
  WHERE s.status = 'past_due' AND s.past_due_since < p_due_before AND s.access_end_told_at IS NULL LIMIT p_limit
$$;
GRANT EXECUTE ON FUNCTION find_ended_grace TO coverlight_app;
