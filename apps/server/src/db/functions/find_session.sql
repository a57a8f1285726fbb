-- The running session of a token, with what every request asks about its user, or no row: ended, idle for p_idle, past its end, or
-- its user or organization deactivated. p_is_activity moves the idle end; at most every 5 s, to spare writes.
CREATE OR REPLACE FUNCTION find_session(p_token_hash bytea, p_now timestamptz, p_idle interval, p_is_activity boolean)
RETURNS TABLE (
  session_id text, created_at timestamptz, last_seen_at timestamptz, ends_at timestamptz, is_factor_pending boolean,
  is_enrolling boolean, is_factor_given boolean, has_factor boolean,
  user_id text, email text, first_name text, last_name text, is_admin boolean, is_manager boolean, is_restricted boolean,
  perm_reimbursements boolean, tos_version text,
  organization_id text, organization_name text, require_second_factor boolean, has_override_reimbursement boolean,
  subscription_status text, subscription_past_due_since timestamptz, has_feature_reimbursement boolean
)
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF p_is_activity THEN
    UPDATE sessions s SET last_seen_at = p_now
    WHERE s.token_hash = p_token_hash AND s.ended_at IS NULL AND s.ends_at > p_now
      AND s.last_seen_at > p_now - p_idle AND s.last_seen_at < p_now - interval '5 seconds';
  END IF;
  RETURN QUERY
    SELECT s.id::text, s.created_at, s.last_seen_at, s.ends_at, s.is_factor_pending,
      s.is_enrolling, s.is_factor_given,
      -- Asked for only where it can matter.
      s.is_factor_given OR ((o.require_second_factor OR u.is_admin) AND EXISTS (
        SELECT FROM second_factors f
        WHERE f.organization_id = s.organization_id AND f.user_id = s.user_id AND f.confirmed_at IS NOT NULL
      )),
      u.id::text, u.email, u.first_name, u.last_name, u.is_admin, u.is_manager, u.is_restricted,
      u.perm_reimbursements, u.tos_version,
      o.id::text, o.name, o.require_second_factor, o.has_override_reimbursement,
      b.status, b.past_due_since, coalesce(b.has_feature_reimbursement, false)
    FROM sessions s
    JOIN users u ON u.organization_id = s.organization_id AND u.id = s.user_id
    JOIN organizations o ON o.id = s.organization_id
    LEFT JOIN LATERAL (
      -- The running one if there is one, else the last that ran.
      SELECT * FROM subscriptions x WHERE x.organization_id = s.organization_id
      ORDER BY x.status IN ('canceled', 'incomplete_expired'), x.created_at DESC LIMIT 1
    ) b ON true
    WHERE s.token_hash = p_token_hash AND s.ended_at IS NULL AND s.ends_at > p_now AND s.last_seen_at > p_now - p_idle
      AND u.is_active AND o.is_active;
END
$$;
GRANT EXECUTE ON FUNCTION find_session TO coverlight_app;
