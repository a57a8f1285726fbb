-- Mail of every organization that is to be sent by now.
CREATE OR REPLACE FUNCTION find_due_mails(p_now timestamptz, p_limit integer) RETURNS TABLE (organization_id text, mail_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.organization_id::text, m.id::text FROM outgoing_mails m
  WHERE m.sent_at IS NULL AND m.given_up_at IS NULL AND m.in_doubt_at IS NULL AND m.due_at <= p_now
    AND (m.lease_until IS NULL OR m.lease_until <= p_now)
  ORDER BY m.due_at LIMIT p_limit
$$;
GRANT EXECUTE ON FUNCTION find_due_mails TO coverlight_app;
