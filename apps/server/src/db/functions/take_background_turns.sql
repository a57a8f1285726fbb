-- Gives p_owner the leases of inquiries of batches and plans (lanes 1 and 2) whose turn has come: of one payer at one clearinghouse so many
-- that p_at_once are held by all processes together. One process looks at a time, or two would fill the same places; the one that finds
-- another looking takes nothing and comes again. p_held: what the process holds and could not renew in time.
CREATE OR REPLACE FUNCTION take_background_turns(
  p_now timestamptz, p_owner text, p_lease_until timestamptz, p_limit integer, p_at_once integer, p_busy_payers text[], p_held text[])
RETURNS TABLE (organization_id text, inquiry_id text, payer_id text)
LANGUAGE plpgsql VOLATILE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  -- Before the statement, whose view of the rows then begins with what the one before has left.
  IF NOT pg_try_advisory_xact_lock(hashtext('background turns')) THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH held AS (
    SELECT i.payer_id, i.ask_plan #>> '{0,routes,0}' AS route, count(*) AS turns FROM inquiries i
    WHERE i.lane > 0 AND i.next_turn_at IS NOT NULL AND i.lease_owner IS NOT NULL AND i.lease_until > p_now
    GROUP BY 1, 2
  ), due AS (
    SELECT i.organization_id, i.id, i.lane, i.next_turn_at, i.payer_id, i.ask_plan #>> '{0,routes,0}' AS route,
      row_number() OVER (PARTITION BY i.payer_id, i.ask_plan #>> '{0,routes,0}' ORDER BY i.lane, i.next_turn_at) AS place
    FROM inquiries i
    WHERE i.lane > 0 AND i.next_turn_at <= p_now AND (i.lease_until IS NULL OR i.lease_until <= p_now)
      AND NOT (i.payer_id::text = ANY (p_busy_payers)) AND NOT (i.id::text = ANY (p_held))
  ), chosen AS (
    SELECT d.organization_id, d.id FROM due d LEFT JOIN held h ON h.payer_id = d.payer_id AND h.route IS NOT DISTINCT FROM d.route
    WHERE d.place + coalesce(h.turns, 0) <= p_at_once
    ORDER BY d.lane, d.place, d.next_turn_at LIMIT p_limit
  ), free AS (
    -- One that is being written just now is left to the next look.
    SELECT i.organization_id, i.id FROM inquiries i JOIN chosen c ON c.organization_id = i.organization_id AND c.id = i.id
    WHERE i.next_turn_at <= p_now AND (i.lease_until IS NULL OR i.lease_until <= p_now)
    FOR NO KEY UPDATE OF i SKIP LOCKED
  )
  UPDATE inquiries i SET lease_owner = p_owner, lease_until = p_lease_until FROM free f
  WHERE i.organization_id = f.organization_id AND i.id = f.id
  RETURNING i.organization_id::text, i.id::text, i.payer_id::text;
END
$$;
GRANT EXECUTE ON FUNCTION take_background_turns TO coverlight_app;
