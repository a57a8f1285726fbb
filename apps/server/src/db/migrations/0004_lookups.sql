-- Everything that finds a tenant's row before its organization is known. Each function answers one question about one row that
-- the caller names by a secret or an exact address; none lists. They run as coverlight_lookup, which sees only these columns.
-- Add further ones here in a later migration of the same kind (invites, resets, webhooks), never a policy for everybody.
GRANT SELECT ON organizations, users, subscriptions, sessions TO coverlight_lookup;
GRANT UPDATE (last_seen_at) ON sessions TO coverlight_lookup;
CREATE POLICY lookup ON organizations FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON users FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON subscriptions FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON sessions FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup_seen ON sessions FOR UPDATE TO coverlight_lookup USING (true) WITH CHECK (true);

-- The running session of a token, with what every request asks about its user, or no row: ended, idle for p_idle, past its end, or
-- its user or organization deactivated. p_is_activity moves the idle end; at most every 5 s, to spare writes.
CREATE FUNCTION find_session(p_token_hash bytea, p_now timestamptz, p_idle interval, p_is_activity boolean)
RETURNS TABLE (
  session_id text, created_at timestamptz, last_seen_at timestamptz, ends_at timestamptz, is_factor_pending boolean,
  user_id text, email text, first_name text, last_name text, is_admin boolean, is_manager boolean, is_restricted boolean,
  perm_reimbursements boolean, tos_version text,
  organization_id text, organization_name text, has_override_reimbursement boolean,
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
      u.id::text, u.email, u.first_name, u.last_name, u.is_admin, u.is_manager, u.is_restricted,
      u.perm_reimbursements, u.tos_version,
      o.id::text, o.name, o.has_override_reimbursement,
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

-- The account of an address, for signing in and for refusing a second account. No row: nobody has it.
CREATE FUNCTION find_account(p_email text)
RETURNS TABLE (organization_id text, user_id text, password_hash text, is_active boolean, organization_is_active boolean)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT u.organization_id::text, u.id::text, u.password_hash, u.is_active, o.is_active
  FROM users u JOIN organizations o ON o.id = u.organization_id
  WHERE lower(u.email) = lower(p_email)
$$;

GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION find_session OWNER TO coverlight_lookup;
ALTER FUNCTION find_account OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION find_session, find_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_session, find_account TO coverlight_app;
