-- Accounts: invites, links that change an account, second factors, outgoing mail (docs/product.md 13). Link codes and tokens are
-- stored as SHA-256 of 256 (or 134) random bits, so the hash opens nothing.

ALTER TABLE organizations ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;

-- A session whose owner has to make a second factor first, and the challenge its browser was given last.
ALTER TABLE sessions
  ADD COLUMN is_enrolling boolean NOT NULL DEFAULT false,
  ADD COLUMN passkey_challenge text;

CREATE TABLE invites (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  email text NOT NULL,
  is_manager boolean NOT NULL,
  is_restricted boolean NOT NULL,
  perm_reimbursements boolean NOT NULL,
  -- Who invited: maybe a platform admin, who is a user of another organization; hence the name beside the id.
  inviter_id ulid NOT NULL,
  inviter_first_name text NOT NULL,
  inviter_last_name text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  -- Of the newest link.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_user_id ulid,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, accepted_user_id) REFERENCES users (organization_id, id),
  CHECK (NOT (is_manager AND is_restricted)),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX invites_newest ON invites (organization_id, created_at DESC, id DESC);
CALL protect_tenant_table('invites', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');

-- Links that were mailed to set a password, and to confirm or undo a new email.
CREATE TABLE account_links (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('password-reset', 'email-confirm', 'email-undo')),
  token_hash bytea NOT NULL UNIQUE,
  -- The address it gives to the account; null for a reset.
  email text,
  -- Ties the two links of one change of email together.
  change_id ulid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX account_links_of_user ON account_links (organization_id, user_id, purpose) WHERE ended_at IS NULL;
CALL protect_tenant_table('account_links', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');

-- What fills in a registration. Belongs to the platform's own organization, since the practice does not exist yet.
CREATE TABLE registration_infos (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  info jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CALL protect_tenant_table('registration_infos', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');

-- Who accepted which version of the terms, when and from where.
CREATE TABLE terms_acceptances (
  organization_id ulid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id ulid NOT NULL,
  version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  address text,
  user_agent text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CALL protect_tenant_table('terms_acceptances', 'SELECT, INSERT', 'SELECT, INSERT');

CREATE TABLE second_factors (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the first code of an authenticator app was given.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of totp: ciphertext of the secret, and the last step whose code was taken, so that none works twice.
  secret bytea,
  last_step bigint NOT NULL DEFAULT 0,
  -- Of a passkey, base64url.
  credential_id text UNIQUE,
  public_key text,
  signature_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CHECK ((kind = 'totp' AND secret IS NOT NULL) OR (kind = 'passkey' AND credential_id IS NOT NULL AND public_key IS NOT NULL))
);
CREATE INDEX second_factors_of_user ON second_factors (organization_id, user_id);
CALL protect_tenant_table('second_factors', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE, DELETE');

CREATE TABLE recovery_codes (
  organization_id ulid NOT NULL,
  user_id ulid NOT NULL,
  -- SHA-256 of 80 random bits.
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (organization_id, user_id, code_hash),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CALL protect_tenant_table('recovery_codes', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE, DELETE');

-- Mail to send, written in the transaction of what it tells about. No patient data.
CREATE TABLE outgoing_mails (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  -- Names the text speaks of.
  facts jsonb NOT NULL DEFAULT '{}',
  -- Ciphertext of the secret of its link, until it was sent.
  secret bytea,
  created_at timestamptz NOT NULL,
  -- When to try; moves with each failure.
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- One process at a time sends it; a lease outlives a process that died.
  lease_until timestamptz,
  sent_at timestamptz,
  -- Never accepted by the mail server, for three days or for good.
  given_up_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
-- Read only by find_due_mails, which works across organizations.
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CALL protect_tenant_table('outgoing_mails', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT');

-- Each seals the rows of audit_events after the seal before it up to last_id (docs/product.md 12.4). Nobody changes one.
CREATE TABLE audit_seals (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  number integer NOT NULL,
  last_id bigint NOT NULL,
  rows integer NOT NULL,
  -- SHA-256 of the seal before and the rows, in hex.
  seal text NOT NULL CHECK (seal ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, number)
);
CALL protect_tenant_table('audit_seals', 'INSERT', 'SELECT, INSERT');

-- Look-ups before an organization is known, as in 0004.
GRANT SELECT ON invites, account_links, registration_infos, outgoing_mails TO coverlight_lookup;
GRANT UPDATE (used_at) ON registration_infos TO coverlight_lookup;
CREATE POLICY lookup ON invites FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON account_links FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON registration_infos FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup_use ON registration_infos FOR UPDATE TO coverlight_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup ON outgoing_mails FOR SELECT TO coverlight_lookup USING (true);

-- The organization of a link code; whether the invite still works is asked there, under a lock.
CREATE FUNCTION find_invite(p_code_hash bytea) RETURNS TABLE (organization_id text, invite_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT i.organization_id::text, i.id::text FROM invites i JOIN organizations o ON o.id = i.organization_id
  WHERE i.code_hash = p_code_hash AND o.is_active
$$;

CREATE FUNCTION find_account_link(p_token_hash bytea) RETURNS TABLE (organization_id text, user_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT l.organization_id::text, l.user_id::text FROM account_links l WHERE l.token_hash = p_token_hash
$$;

CREATE FUNCTION find_registration_info(p_code_hash bytea, p_now timestamptz) RETURNS jsonb
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.info FROM registration_infos r WHERE r.code_hash = p_code_hash AND r.used_at IS NULL AND r.expires_at > p_now
$$;

-- In the transaction of the registration, which can see its own new organization only. A dead or unknown code changes nothing.
CREATE FUNCTION use_registration_info(p_code_hash bytea, p_now timestamptz) RETURNS void
LANGUAGE sql
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE registration_infos r SET used_at = p_now WHERE r.code_hash = p_code_hash AND r.used_at IS NULL
$$;

-- Mail whose time has come and that no process is sending, the oldest first.
CREATE FUNCTION find_due_mails(p_now timestamptz, p_limit integer) RETURNS TABLE (organization_id text, mail_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.organization_id::text, m.id::text FROM outgoing_mails m
  WHERE m.sent_at IS NULL AND m.given_up_at IS NULL AND m.due_at <= p_now AND (m.lease_until IS NULL OR m.lease_until <= p_now)
  ORDER BY m.due_at LIMIT p_limit
$$;

GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION find_invite OWNER TO coverlight_lookup;
ALTER FUNCTION find_account_link OWNER TO coverlight_lookup;
ALTER FUNCTION find_registration_info OWNER TO coverlight_lookup;
ALTER FUNCTION use_registration_info OWNER TO coverlight_lookup;
ALTER FUNCTION find_due_mails OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION find_invite, find_account_link, find_registration_info, use_registration_info, find_due_mails FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_invite, find_account_link, find_registration_info, use_registration_info, find_due_mails TO coverlight_app;
