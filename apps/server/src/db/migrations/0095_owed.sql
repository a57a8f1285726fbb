-- What is owed for a subscription, as last read from the payment provider, and whether its managers were told that access has ended.
ALTER TABLE subscriptions
  ADD COLUMN owed_amount numeric(10, 2),
  ADD COLUMN owed_currency text,
  ADD COLUMN owed_since timestamptz,
  ADD COLUMN access_end_told_at timestamptz;
-- Nobody is told of what ended long ago.
UPDATE subscriptions SET access_end_told_at = now() WHERE status NOT IN ('active', 'trialing', 'past_due');

-- Organizations whose grace is over and whose managers have not been told: what an hourly look takes up.
CREATE FUNCTION find_ended_grace(p_due_before timestamptz, p_limit integer) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.organization_id::text FROM subscriptions s
  WHERE s.status = 'past_due' AND s.past_due_since < p_due_before AND s.access_end_told_at IS NULL LIMIT p_limit
$$;
GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION find_ended_grace OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION find_ended_grace FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_ended_grace TO coverlight_app;
