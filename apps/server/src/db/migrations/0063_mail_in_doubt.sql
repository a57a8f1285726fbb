-- A mail server may have taken a mail whose sender was killed before it could note that. Such a mail is not sent again by itself:
-- somebody decides (docs/decisions/030-mail-never-twice.md).
ALTER TABLE outgoing_mails
  -- Its content is about to leave, or has. Set before the first byte, empty again where the mail server refused.
  ADD COLUMN handed_over_at timestamptz,
  -- Whether it arrived cannot be known from here.
  ADD COLUMN in_doubt_at timestamptz,
  -- Somebody had it sent again then.
  ADD COLUMN resent_at timestamptz;

DROP INDEX outgoing_mails_due;
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL AND in_doubt_at IS NULL;

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
