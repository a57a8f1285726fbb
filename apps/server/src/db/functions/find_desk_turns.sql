-- Inquiries that somebody at a desk sent (lane 0), whose turn has come and whose lease nobody holds, oldest first, but one of each organization
-- at each payer before a second one of them. p_held: what the asking process holds and could not renew in time.
CREATE OR REPLACE FUNCTION find_desk_turns(p_now timestamptz, p_limit integer, p_busy_payers text[], p_held text[])
RETURNS TABLE (organization_id text, inquiry_id text, payer_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT i.organization_id::text, i.id::text, i.payer_id::text
  FROM inquiries i
  WHERE i.next_turn_at <= p_now AND i.lane = 0 AND (i.lease_until IS NULL OR i.lease_until <= p_now)
    AND NOT (i.payer_id::text = ANY (p_busy_payers)) AND NOT (i.id::text = ANY (p_held))
  ORDER BY row_number() OVER (PARTITION BY i.organization_id, i.payer_id ORDER BY i.next_turn_at), i.next_turn_at
  LIMIT p_limit
$$;
GRANT EXECUTE ON FUNCTION find_desk_turns TO coverlight_app;
