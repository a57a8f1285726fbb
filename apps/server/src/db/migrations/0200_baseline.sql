-- The shape of the whole database of the version that began to be replaced without a pause (docs/decisions/091-no-downtime.md). What comes after
-- is in later files, each of which the version before it can live with.

-- Roles of the running server. They own nothing and cannot bypass row-level security:
--   coverlight_app     every request and job; sees the organization that was set, no other
--   coverlight_admin   platform admins; reads every organization, writes only the one that was set
--   coverlight_lookup  runs the few functions of ../functions, which find rows before an organization is known; nobody logs in as it
-- Roles belong to the whole cluster, so another database may have made them, or be making them right now. Where the connecting
-- user may not create roles, an administrator creates the three (NOLOGIN) and grants them to that user beforehand.
DO $$
DECLARE
  v_role text;
  v_may_act boolean;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['coverlight_app', 'coverlight_admin', 'coverlight_lookup'] LOOP
    FOR v_try IN 1..20 LOOP
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
          EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', v_role);
        END IF;
        -- From PostgreSQL 16 on being a member is not yet the right to act as the role; before, SET was no word for it.
        EXECUTE format('SELECT pg_has_role(%L, %L)', v_role, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)
          INTO v_may_act;
        IF NOT v_may_act THEN
          EXECUTE format('GRANT %I TO %I', v_role, current_user);
        END IF;
        EXIT;
      EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN
        -- internal_error is "tuple concurrently updated": another database of this cluster is at the same grant.
        PERFORM pg_sleep(0.05);
      END;
    END LOOP;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO coverlight_app, coverlight_admin, coverlight_lookup;

-- Byte order is enough for ids and quicker than a language's order.
CREATE DOMAIN ulid AS text COLLATE "C" CHECK (VALUE ~ '^[0-9A-Z]{26}$');

-- Puts a tenant table under row-level security. `p_app_rights` and `p_admin_rights` are lists such as 'SELECT, INSERT'.
-- A setting that is missing reads as NULL or '', which no id equals: without an organization there are no rows.
CREATE PROCEDURE protect_tenant_table(p_table regclass, p_app_rights text, p_admin_rights text)
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', p_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', p_table);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s TO coverlight_app, coverlight_admin
       USING (organization_id = current_setting(''app.organization_id'', true))
       WITH CHECK (organization_id = current_setting(''app.organization_id'', true))', p_table);
  EXECUTE format('CREATE POLICY admin_reads ON %s FOR SELECT TO coverlight_admin USING (true)', p_table);
  EXECUTE format('GRANT %s ON %s TO coverlight_app', p_app_rights, p_table);
  EXECUTE format('GRANT %s ON %s TO coverlight_admin', p_admin_rights, p_table);
END
$$;
REVOKE ALL ON PROCEDURE protect_tenant_table FROM PUBLIC;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Control numbers of X12 interchanges (ISA13): nine digits, each used once (docs/product.md 11.7).
CREATE SEQUENCE core_control_numbers AS integer MINVALUE 1 MAXVALUE 999999999 CYCLE;
GRANT USAGE ON SEQUENCE core_control_numbers TO coverlight_app;

-- Tenant tables carry organization_id first in every index of theirs, and refer to each other by (organization_id, id), so that a row can
-- never point into another organization. Columns of type bytea hold ciphertext or keyed digests (docs/product.md 12). Rights that nobody needs
-- are not given: nothing deletes an organization, a user or an inquiry. The policies called lookup are for ../functions alone.

CREATE TABLE organizations (
  id ulid PRIMARY KEY,
  -- Its own tenant: lets one policy and one catalog test serve every table.
  organization_id ulid NOT NULL GENERATED ALWAYS AS (id) STORED,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  has_override_reimbursement boolean NOT NULL DEFAULT false,
  perm_provider_override boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  require_second_factor boolean NOT NULL DEFAULT false
);
-- The platform's own organization: admins belong to it, and so does what no other organization can own.
INSERT INTO organizations (id, name) VALUES ('00000000000000000000000000', 'Coverlight');
-- The admin's lists of every organization begin in this order, as other indexes called by_name or by_time serve theirs.
CREATE INDEX organizations_by_name ON organizations (lower(name), id);
CALL protect_tenant_table('organizations', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
GRANT SELECT ON organizations TO coverlight_lookup;
CREATE POLICY lookup ON organizations FOR SELECT TO coverlight_lookup USING (true);

-- Keys of an organization, each wrapped by DATA_KEY. `data` encrypts, `search` makes the tokens that searching compares.
CREATE TABLE organization_keys (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  purpose text NOT NULL CHECK (purpose IN ('data', 'search')),
  version integer NOT NULL CHECK (version BETWEEN 1 AND 65535),
  wrapped_key bytea NOT NULL,
  -- Names the DATA_KEY that wrapped it, so that a rotation knows what is left to do.
  wrapping_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From then on it is the one to write with; a little in the future, so that every process can read it before any writes with it.
  active_from timestamptz NOT NULL,
  PRIMARY KEY (organization_id, purpose, version)
);
CALL protect_tenant_table('organization_keys', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE users (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  email text NOT NULL,
  -- Null until a first password is set through a mailed link.
  password_hash text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- Ten digits, or '' where none was given.
  phone text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  is_admin boolean NOT NULL DEFAULT false,
  is_manager boolean NOT NULL DEFAULT false,
  is_restricted boolean NOT NULL DEFAULT false,
  perm_reimbursements boolean NOT NULL DEFAULT false,
  last_login_at timestamptz,
  tos_version text,
  tos_accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  CHECK (NOT (is_manager AND is_restricted))
);
-- An address has one user in the whole system, compared without case (docs/product.md 13).
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_name ON users (organization_id, last_name, first_name, id);
CREATE INDEX users_by_name ON users (lower(first_name || ' ' || last_name), id);
-- Admins look for a part of a word among all people: by its groups of three letters.
CREATE INDEX users_by_words ON users USING gin ((first_name || ' ' || last_name) gin_trgm_ops, email gin_trgm_ops);
CALL protect_tenant_table('users', 'SELECT', 'SELECT');
-- No statement of the server can make an admin: its roles may write every column but is_admin. `npm run admin:create` does, with the owner's
-- connection, in the role of the look-ups, and in the internal organization only. A column added later needs its own grant.
GRANT
  INSERT (organization_id, id, email, password_hash, first_name, last_name, phone, is_active, is_manager, is_restricted, perm_reimbursements,
    last_login_at, tos_version, tos_accepted_at, created_at, updated_at),
  UPDATE (organization_id, id, email, password_hash, first_name, last_name, phone, is_active, is_manager, is_restricted, perm_reimbursements,
    last_login_at, tos_version, tos_accepted_at, created_at, updated_at)
  ON users TO coverlight_app, coverlight_admin;
GRANT SELECT ON users TO coverlight_lookup;
CREATE POLICY lookup ON users FOR SELECT TO coverlight_lookup USING (true);
GRANT UPDATE (is_admin) ON users TO coverlight_lookup;
CREATE POLICY lookup_makes_admins ON users FOR UPDATE TO coverlight_lookup
  USING (organization_id = '00000000000000000000000000') WITH CHECK (organization_id = '00000000000000000000000000');

CREATE TABLE sessions (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Ends then at the latest, whatever the activity.
  ends_at timestamptz NOT NULL,
  is_factor_pending boolean NOT NULL DEFAULT false,
  user_agent text,
  address text,
  ended_at timestamptz,
  -- A session whose owner has to make a second factor first, and the challenge its browser was given last.
  is_enrolling boolean NOT NULL DEFAULT false,
  passkey_challenge text,
  -- Where a second factor is demanded, it is demanded of the sessions that run, too (docs/product.md 13.2).
  is_factor_given boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX sessions_user ON sessions (organization_id, user_id) WHERE ended_at IS NULL;
CALL protect_tenant_table('sessions', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
GRANT SELECT ON sessions TO coverlight_lookup;
GRANT UPDATE (last_seen_at) ON sessions TO coverlight_lookup;
CREATE POLICY lookup ON sessions FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup_seen ON sessions FOR UPDATE TO coverlight_lookup USING (true) WITH CHECK (true);

-- Browsers a user signed in from before; a stranger's failures do not count against them.
CREATE TABLE known_devices (
  organization_id ulid NOT NULL,
  user_id ulid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id, token_hash),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CALL protect_tenant_table('known_devices', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

-- Failures by digest of what is counted: an account with one device, an account from unknown devices, an address. Global, because a
-- stranger's attempt belongs to no organization and the email may not exist.
CREATE TABLE login_counters (
  counter bytea PRIMARY KEY,
  -- Failures since window_started_at.
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  -- Failures since the last success, however long ago.
  streak integer NOT NULL,
  last_failure_at timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE INDEX login_counters_age ON login_counters (last_failure_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_counters TO coverlight_app;
GRANT SELECT ON login_counters TO coverlight_admin;

CREATE TABLE plans (
  id ulid PRIMARY KEY,
  name text NOT NULL,
  -- Dollars a month, and dollars for each inquiry above base_inquiries.
  base_cost numeric(10, 2) NOT NULL,
  base_inquiries integer NOT NULL,
  addl_cost numeric(10, 2) NOT NULL,
  tier integer NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Plans at the payment provider: which prices stand for them. Null until `npm run billing:setup` has run.
  remote_base_price_id text UNIQUE,
  remote_extra_price_id text UNIQUE
);
GRANT SELECT ON plans TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON plans TO coverlight_admin;

CREATE TABLE subscriptions (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  -- The payment provider's id; null only for demo data.
  remote_id text UNIQUE,
  plan_id ulid NOT NULL REFERENCES plans (id),
  -- The payment provider's words.
  status text NOT NULL
    CHECK (status IN ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')),
  current_period_ends_at timestamptz,
  has_feature_reimbursement boolean NOT NULL DEFAULT false,
  -- Set while the status is past_due.
  past_due_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  current_period_starts_at timestamptz,
  cancels_at_period_end boolean NOT NULL DEFAULT false,
  -- What is owed for a subscription, as last read from the payment provider, and whether its managers were told that access has ended.
  owed_amount numeric(10, 2),
  owed_currency text,
  owed_since timestamptz,
  access_end_told_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX subscriptions_running ON subscriptions (organization_id)
  WHERE status NOT IN ('canceled', 'incomplete_expired');
CREATE INDEX subscriptions_newest ON subscriptions (organization_id, created_at DESC);
CREATE INDEX subscriptions_by_time ON subscriptions (created_at DESC NULLS LAST, id);
CALL protect_tenant_table('subscriptions', 'SELECT, INSERT, UPDATE', 'SELECT');
GRANT SELECT ON subscriptions TO coverlight_lookup;
CREATE POLICY lookup ON subscriptions FOR SELECT TO coverlight_lookup USING (true);

CREATE TABLE providers (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  name text NOT NULL,
  npi text NOT NULL CHECK (npi ~ '^\d{10}$'),
  tax_id text NOT NULL CHECK (tax_id ~ '^\d{9}$'),
  is_active boolean NOT NULL DEFAULT true,
  is_override boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX providers_name ON providers (organization_id, name, id);
CREATE INDEX providers_by_name ON providers (lower(name), id);
CALL protect_tenant_table('providers', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

CREATE TABLE payers (
  id ulid PRIMARY KEY,
  name text NOT NULL,
  -- What admins call it; never shown to practices.
  name_internal text NOT NULL DEFAULT '',
  is_blue boolean NOT NULL DEFAULT false,
  is_group boolean NOT NULL DEFAULT false,
  split_service_type boolean NOT NULL DEFAULT false,
  -- The group it is chosen through.
  payer_group_id ulid REFERENCES payers (id),
  -- The payer it was merged into.
  parent_id ulid REFERENCES payers (id),
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The clearinghouse whose name for it the payer goes by; null: an admin named it, and no sync does.
  named_by text,
  -- Clearinghouses in the order in which they are asked; null: as they are configured.
  route_order text[]
);
CREATE INDEX payers_group ON payers (payer_group_id) WHERE payer_group_id IS NOT NULL;
CREATE INDEX payers_parent ON payers (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX payers_by_name ON payers (lower(name), id);
GRANT SELECT ON payers TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payers TO coverlight_admin;
GRANT SELECT (id, parent_id) ON payers TO coverlight_lookup;

-- Forms that an admin edited for a payer: `fields` and `combos` as docs/product.md 3 describes them.
CREATE TABLE payer_schemas (
  payer_id ulid PRIMARY KEY REFERENCES payers (id),
  fields jsonb NOT NULL,
  combos jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON payer_schemas TO coverlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON payer_schemas TO coverlight_admin;

-- The first three characters of a member id, and the payer of a group they point to.
CREATE TABLE payer_prefixes (
  prefix text NOT NULL CHECK (prefix ~ '^[0-9A-Z]{3}$'),
  payer_id ulid NOT NULL REFERENCES payers (id),
  PRIMARY KEY (prefix, payer_id)
);
GRANT SELECT ON payer_prefixes TO coverlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON payer_prefixes TO coverlight_admin;

-- What lists read. Kept narrow; what is long or opened one at a time is in inquiry_contents.
CREATE TABLE inquiries (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  user_id ulid NOT NULL,
  provider_id ulid NOT NULL,
  payer_id ulid NOT NULL REFERENCES payers (id),
  -- `expired` is derived when reading and never stored (docs/product.md 4.1).
  status text NOT NULL
    CHECK (status IN ('draft', 'pending', 'complete', 'max-retry', 'unknown', 'cancel', 'error', 'failure')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Null for a draft.
  sent_at timestamptz,
  -- The day asked for; null means the day of asking.
  as_of_date date,
  source text,
  plan_status text,
  payer_name_override text,
  is_hidden boolean NOT NULL DEFAULT false,
  dismissed_at timestamptz,
  -- The inquiry it was copied from.
  parent_id ulid,
  had_reimbursement boolean NOT NULL DEFAULT false,
  -- Whether the payer returned coverage; false until it has answered.
  has_coverage boolean NOT NULL DEFAULT false,
  answered_at timestamptz,
  -- What was really asked: {service_types, practice_type}. No patient data.
  asked jsonb,
  -- Name of the platform's provider it was asked under; null when asked under the practice's own.
  asked_under text,
  -- When asking on in the background ends; null for a draft.
  deadline_at timestamptz,
  -- Ciphertext of first and last name as typed; null in a draft without a name.
  patient_name bytea,
  -- Who is asking: one process at a time.
  lease_owner text,
  -- When the next turn is due, so that nothing beside the row has to be kept in step (docs/product.md 11.4). Null: nothing is left to be asked.
  next_turn_at timestamptz,
  -- How the question was planned when it was sent: [{service_types, routes}]. No patient data.
  ask_plan jsonb,
  -- Until then lease_owner runs its turns; one that is due is taken up by another only when nobody holds the lease, or who held it has died.
  lease_until timestamptz,
  -- Until then the sender waits for the answer.
  waits_until timestamptz,
  -- Of an error: the payer, or the clearinghouse that did not take the request (docs/product.md 4.1.7).
  refused_by text CHECK (refused_by IN ('clearinghouse', 'payer')),
  -- What lists say of an answer without opening it (docs/product.md 10.13): codes and yes or no, nothing of a patient.
  plan_state text CHECK (
    plan_state IN ('active', 'capitated', 'at-risk', 'inactive', 'may-change', 'unknown', 'contradicted', 'other', 'not-stated')
  ),
  -- The returned name and birth date both differ from the typed ones.
  is_person_in_doubt boolean NOT NULL DEFAULT false,
  -- When somebody said that it is the patient all the same; who did is in the audit trail.
  person_confirmed_at timestamptz,
  -- What lists mark an answer with (docs/product.md 10.13). Null before an answer, and until one from before this was kept has been read.
  is_handled_elsewhere boolean,
  is_other_payer_first boolean,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, parent_id) REFERENCES inquiries (organization_id, id),
  -- Whatever goes wrong elsewhere: what is open and can be asked is taken up again.
  CONSTRAINT open_inquiry_has_next_turn CHECK (status NOT IN ('pending', 'max-retry') OR ask_plan IS NULL OR next_turn_at IS NOT NULL)
);
-- Serves the list page in its order, and its filters and exact count without touching the table; then the same for a restricted user, and for
-- the user filter.
CREATE INDEX inquiries_list ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, plan_state, is_person_in_doubt, person_confirmed_at);
CREATE INDEX inquiries_of_user ON inquiries (organization_id, user_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, provider_id, plan_state, is_person_in_doubt, person_confirmed_at);
-- Search by payer name.
CREATE INDEX inquiries_of_payer ON inquiries (organization_id, payer_id, created_at DESC);
CREATE INDEX inquiries_of_answered_name ON inquiries (organization_id, payer_name_override) WHERE payer_name_override IS NOT NULL;
-- Whether a refused inquiry was sent again.
CREATE INDEX inquiries_of_parent ON inquiries (organization_id, parent_id) WHERE parent_id IS NOT NULL;
-- The few that need attention.
CREATE INDEX inquiries_attention ON inquiries (organization_id, created_at DESC) WHERE status IN ('error', 'failure') AND dismissed_at IS NULL;
-- The admin's list reads every organization in one order.
CREATE INDEX inquiries_all ON inquiries (created_at DESC, id DESC) INCLUDE (status, has_coverage);
-- Admins search all organizations by payer: by the name it answered under, else by the chosen one's.
CREATE INDEX inquiries_answered_as ON inquiries (payer_name_override) WHERE payer_name_override IS NOT NULL;
CREATE INDEX inquiries_to_payer ON inquiries (payer_id, sent_at DESC);
-- Of all organizations: pages and totals of every status but complete, however few rows have it.
CREATE INDEX inquiries_uncommon_of_all ON inquiries (status, created_at DESC, id DESC) WHERE status <> 'complete';
CREATE INDEX inquiries_next_turn ON inquiries (next_turn_at) WHERE next_turn_at IS NOT NULL;
-- What an organization waits for: a handful of rows among all of its inquiries.
CREATE INDEX inquiries_open ON inquiries (organization_id, created_at DESC, id DESC) WHERE status IN ('pending', 'max-retry');
-- Answers whose marks are still to be made. Empty soon, and cheap to ask then.
CREATE INDEX inquiries_unmarked ON inquiries (organization_id, id) WHERE has_coverage AND is_handled_elsewhere IS NULL;
-- What only few answers are would be looked for in all of them.
CREATE INDEX inquiries_not_active ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, plan_state, is_person_in_doubt, person_confirmed_at) WHERE plan_state <> 'active';
CREATE INDEX inquiries_marked ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, is_person_in_doubt, person_confirmed_at, is_handled_elsewhere, is_other_payer_first)
  WHERE is_person_in_doubt OR is_handled_elsewhere OR is_other_payer_first;
CALL protect_tenant_table('inquiries', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
GRANT SELECT ON inquiries TO coverlight_lookup;
CREATE POLICY lookup ON inquiries FOR SELECT TO coverlight_lookup USING (true);

-- Ciphertext throughout; not compressible, so not offered for compression.
CREATE TABLE inquiry_contents (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  submission bytea NOT NULL,
  -- Until the inquiry has ended, never for a draft (docs/product.md 12).
  ssn bytea,
  coverage bytea,
  raw_answer bytea,
  -- Holds the payer's own words.
  remote_errors bytea,
  -- Ciphertext of whom the payer answered about: lists tell checks without a typed name apart by it.
  returned_patient bytea,
  PRIMARY KEY (organization_id, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE inquiry_contents
  ALTER COLUMN submission SET STORAGE EXTERNAL,
  ALTER COLUMN coverage SET STORAGE EXTERNAL,
  ALTER COLUMN raw_answer SET STORAGE EXTERNAL,
  ALTER COLUMN remote_errors SET STORAGE EXTERNAL,
  ALTER COLUMN returned_patient SET STORAGE EXTERNAL;
CALL protect_tenant_table('inquiry_contents', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- Keyed digests of normalised search terms; equality is all they can tell.
CREATE TABLE inquiry_tokens (
  organization_id ulid NOT NULL,
  token bytea NOT NULL CHECK (length(token) = 8),
  inquiry_id ulid NOT NULL,
  -- Version of the search key that made it.
  key_version integer NOT NULL,
  PRIMARY KEY (organization_id, token, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX inquiry_tokens_of_inquiry ON inquiry_tokens (organization_id, inquiry_id);
CALL protect_tenant_table('inquiry_tokens', 'SELECT, INSERT, DELETE', 'SELECT, INSERT, DELETE');

-- Each exchange with a clearinghouse. No patient data.
CREATE TABLE inquiry_attempts (
  organization_id ulid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  inquiry_id ulid NOT NULL,
  attempt integer NOT NULL,
  route text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('ask', 'fetch', 'find', 'withdraw')),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  remote_id text,
  vendor_code text,
  -- What it led to, in the words of the clearinghouse port; null where the exchange was one step of several.
  outcome text,
  -- Which part of a split question an exchange was about; unknown of those recorded before.
  part integer,
  -- ISA13 of the interchange sent and of the one that came back, so that a partner can find the exchange (docs/product.md 11.7).
  control_number text,
  answer_control_number text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX inquiry_attempts_of_inquiry ON inquiry_attempts (organization_id, inquiry_id, id);
CALL protect_tenant_table('inquiry_attempts', 'SELECT, INSERT', 'SELECT');

-- Names payers answered under: few, so searching them by a part is cheap.
CREATE TABLE answered_payer_names (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  PRIMARY KEY (organization_id, name)
);
CREATE INDEX answered_payer_names_by_name ON answered_payer_names (name);
CALL protect_tenant_table('answered_payer_names', 'SELECT, INSERT', 'SELECT');

CREATE TABLE idempotency_keys (
  organization_id ulid NOT NULL,
  user_id ulid NOT NULL,
  -- Keyed digests, since both come from a form about a patient.
  key_digest bytea NOT NULL,
  body_digest bytea NOT NULL,
  inquiry_id ulid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id, key_digest),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

-- Who did or saw what. Never values, never search terms, only names of fields (docs/product.md 12).
CREATE TABLE audit_events (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  -- Null for what no person did, and for a sign-in with an unknown address.
  actor_user_id ulid,
  -- Differs from organization_id where a platform admin acted.
  actor_organization_id ulid,
  actor_role text NOT NULL CHECK (actor_role IN ('anonymous', 'restricted', 'standard', 'manager', 'admin', 'system')),
  session_id ulid,
  action text NOT NULL,
  object_type text,
  object_ids text[] NOT NULL DEFAULT '{}',
  -- Keyed digest that ties together what was done about one patient.
  patient_key bytea,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'failed')),
  address text,
  user_agent text,
  request_id text,
  changed_fields text[] NOT NULL DEFAULT '{}',
  -- Why a platform admin looked at a practice's patients, in their words.
  reason text,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_events_time ON audit_events (organization_id, at DESC, id DESC);
-- Admins search the log of every organization by person and by action, too: without these what is rare is looked for in all of it.
CREATE INDEX audit_events_by_actor ON audit_events (actor_user_id, at DESC, id DESC) WHERE actor_user_id IS NOT NULL;
CREATE INDEX audit_events_by_action ON audit_events (action, at DESC, id DESC);
-- An organization's own log by what was done, and its total for each kind of deed.
CREATE INDEX audit_events_by_own_action ON audit_events (organization_id, action, at DESC, id DESC);
-- With what names a row, so that the pages of the whole log that are skipped are not read.
CREATE INDEX audit_events_all ON audit_events (at DESC, id DESC) INCLUDE (organization_id);
-- The log grows and nothing else: not even its writer may read it back (docs/product.md 12).
CALL protect_tenant_table('audit_events', 'INSERT', 'SELECT, INSERT');

-- A page of the admin's may show patients of many organizations, and each one's log gets a row: all of them in one statement. With the
-- caller's own rights, so that row security checks each row; the organization that was set before is set again afterwards.
CREATE FUNCTION insert_audit_events(p_events jsonb) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_before text := coalesce(current_setting('app.organization_id', true), '');
  v_event record;
BEGIN
  FOR v_event IN
    SELECT * FROM jsonb_to_recordset(p_events) AS e (organization_id text, at timestamptz, actor_role text, actor_user_id text,
      actor_organization_id text, session_id text, action text, object_type text, object_ids text[], outcome text, address text,
      user_agent text, request_id text, changed_fields text[], reason text)
    ORDER BY e.organization_id
  LOOP
    PERFORM set_config('app.organization_id', v_event.organization_id, true);
    INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, actor_organization_id, session_id, action, object_type,
      object_ids, outcome, address, user_agent, request_id, changed_fields, reason)
    VALUES (v_event.organization_id, v_event.at, v_event.actor_role, v_event.actor_user_id, v_event.actor_organization_id,
      v_event.session_id, v_event.action, v_event.object_type, v_event.object_ids, v_event.outcome, v_event.address, v_event.user_agent,
      v_event.request_id, v_event.changed_fields, v_event.reason);
  END LOOP;
  PERFORM set_config('app.organization_id', v_before, true);
END
$$;
REVOKE ALL ON FUNCTION insert_audit_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION insert_audit_events TO coverlight_admin;

-- The questions of an inquiry, one row for each time a clearinghouse was asked: written before the question leaves, so that a
-- process that dies knows afterwards what may have been asked (docs/product.md 11.4). No patient data but `answer`, which is ciphertext.
CREATE TABLE inquiry_asks (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  -- Which of the questions an inquiry was split into, from 0; then which try.
  part smallint NOT NULL,
  number smallint NOT NULL,
  route text NOT NULL,
  -- 'stale': answered with what an earlier inquiry was told, so it is asked afresh.
  outcome text NOT NULL CHECK (outcome IN ('sent', 'pending', 'answered', 'rejected', 'refused', 'no-answer', 'unreachable', 'unavailable',
    'uncertain', 'stale', 'lost', 'circuit-open', 'withdrawn')),
  request_id text,
  -- A static word for what went wrong, never the vendor's.
  reason text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  last_looked_at timestamptz,
  -- What came back, until the inquiry has ended.
  answer bytea,
  -- How often it was looked for and neither a result nor a pending question of that kind is known there. A look that fails does not count.
  misses smallint NOT NULL DEFAULT 0,
  -- Until then the clearinghouse asks to be left alone (Retry-After).
  not_before timestamptz,
  PRIMARY KEY (organization_id, inquiry_id, part, number),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE inquiry_asks ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX inquiry_asks_request ON inquiry_asks (organization_id, route, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX inquiry_asks_shared ON inquiry_asks (route, request_id) WHERE request_id IS NOT NULL;
-- Health of payers: what was asked lately.
CREATE INDEX inquiry_asks_recent ON inquiry_asks (started_at);
CALL protect_tenant_table('inquiry_asks', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');
GRANT SELECT ON inquiry_asks TO coverlight_lookup;
CREATE POLICY lookup ON inquiry_asks FOR SELECT TO coverlight_lookup USING (true);

-- Failed communication by payer and clearinghouse. After three in five minutes nobody is asked there for a while (product.md 11.5).
CREATE TABLE clearinghouse_circuits (
  payer_id ulid NOT NULL REFERENCES payers (id),
  route text NOT NULL,
  last_failure_at timestamptz NOT NULL,
  open_until timestamptz,
  recent_failures timestamptz[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (payer_id, route)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON clearinghouse_circuits TO coverlight_app;
GRANT SELECT ON clearinghouse_circuits TO coverlight_admin;

-- Past reimbursements, the same for every organization (docs/product.md 17): percentages by payer and employer, nothing of a patient.
-- The server reads what is compared and averaged, not which claim it was.
CREATE TABLE reimbursements (
  id ulid PRIMARY KEY,
  claim_id text NOT NULL UNIQUE,
  payer_id ulid NOT NULL REFERENCES payers (id),
  employer_name text,
  group_number text,
  -- Name and number as they are compared.
  employer_key text,
  group_key text,
  -- Three letters or digits, upper case.
  alpha_prefix text CHECK (alpha_prefix ~ '^[A-Z0-9]{3}$'),
  -- Percent of what was billed; null where this claim tells nothing of it.
  dtx numeric(7, 4),
  rtc numeric(7, 4),
  php numeric(7, 4),
  iop numeric(7, 4),
  op numeric(7, 4),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX reimbursements_of_employer ON reimbursements (payer_id, employer_key) WHERE employer_key IS NOT NULL;
CREATE INDEX reimbursements_of_prefix ON reimbursements (payer_id, alpha_prefix) WHERE alpha_prefix IS NOT NULL;
-- Admins sort past reimbursements by a percentage. Only rows that have it are kept in its order, forwards and backwards: a claim tells
-- of one level of care or two, so an uploaded row costs as many entries and not five.
CREATE INDEX reimbursements_by_dtx ON reimbursements (dtx, id) WHERE dtx IS NOT NULL;
CREATE INDEX reimbursements_by_rtc ON reimbursements (rtc, id) WHERE rtc IS NOT NULL;
CREATE INDEX reimbursements_by_php ON reimbursements (php, id) WHERE php IS NOT NULL;
CREATE INDEX reimbursements_by_iop ON reimbursements (iop, id) WHERE iop IS NOT NULL;
CREATE INDEX reimbursements_by_op ON reimbursements (op, id) WHERE op IS NOT NULL;
-- Admins look for a part of a word: by its groups of three letters.
CREATE INDEX reimbursements_by_words ON reimbursements
  USING gin (employer_name gin_trgm_ops, group_number gin_trgm_ops, alpha_prefix gin_trgm_ops);
CREATE INDEX reimbursements_of_payer ON reimbursements (payer_id, id);
GRANT SELECT (payer_id, employer_key, group_key, alpha_prefix, dtx, rtc, php, iop, op, uploaded_at) ON reimbursements TO coverlight_app;
GRANT SELECT, INSERT ON reimbursements TO coverlight_admin;

-- Prefixes of member ids for which a local allowable holds instead of an estimate. They belong to the internal organization, whose
-- key closes the member id that each was taken from.
CREATE TABLE la_prefixes (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  alpha_prefix text NOT NULL CHECK (alpha_prefix ~ '^[A-Z0-9]{3}$'),
  -- Ciphertext.
  member_id bytea NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, alpha_prefix)
);
CALL protect_tenant_table('la_prefixes', 'SELECT', 'SELECT, INSERT, UPDATE');
GRANT SELECT (alpha_prefix, is_active) ON la_prefixes TO coverlight_lookup;
CREATE POLICY lookup ON la_prefixes FOR SELECT TO coverlight_lookup USING (true);

-- Codes of links here and in the next tables are SHA-256 of 256 (or 134) random bits, so the hash opens nothing (docs/product.md 13).
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
CREATE INDEX invites_by_time ON invites (created_at DESC NULLS LAST, id);
CALL protect_tenant_table('invites', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
GRANT SELECT ON invites TO coverlight_lookup;
CREATE POLICY lookup ON invites FOR SELECT TO coverlight_lookup USING (true);

-- Links that were mailed to set a password, and to confirm or undo a new email.
CREATE TABLE account_links (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  -- 'email-approve': a manager who changes the address of another asks its owner first, at the old address.
  purpose text NOT NULL CHECK (purpose IN ('password-reset', 'email-approve', 'email-confirm', 'email-undo')),
  token_hash bytea NOT NULL UNIQUE,
  -- The address it gives to the account; null for a reset.
  email text,
  -- Ties the two links of one change of email together.
  change_id ulid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  -- Of a change of email: who asked for it, for the row in the log that tells of the change. Null before this was known.
  asked_by text CHECK (asked_by IN ('owner', 'manager', 'admin')),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX account_links_of_user ON account_links (organization_id, user_id, purpose) WHERE ended_at IS NULL;
CALL protect_tenant_table('account_links', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
GRANT SELECT ON account_links TO coverlight_lookup;
CREATE POLICY lookup ON account_links FOR SELECT TO coverlight_lookup USING (true);

-- What fills in a registration. Belongs to the platform's own organization, since the practice does not exist yet.
CREATE TABLE registration_infos (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  info bytea NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CALL protect_tenant_table('registration_infos', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
GRANT SELECT ON registration_infos TO coverlight_lookup;
GRANT UPDATE (used_at) ON registration_infos TO coverlight_lookup;
CREATE POLICY lookup ON registration_infos FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup_use ON registration_infos FOR UPDATE TO coverlight_lookup USING (true) WITH CHECK (true);

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
GRANT SELECT (organization_id, user_id, confirmed_at) ON second_factors TO coverlight_lookup;
CREATE POLICY lookup ON second_factors FOR SELECT TO coverlight_lookup USING (true);

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
  -- Its content is about to leave, or has. Set before the first byte, empty again where the mail server refused.
  handed_over_at timestamptz,
  -- Whether it arrived cannot be known from here.
  in_doubt_at timestamptz,
  -- Somebody had it sent again then.
  resent_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
-- Read only by find_due_mails, which works across organizations.
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL AND in_doubt_at IS NULL;
-- UPDATE for admins: keys rotate under their role.
CALL protect_tenant_table('outgoing_mails', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
GRANT SELECT ON outgoing_mails TO coverlight_lookup;
CREATE POLICY lookup ON outgoing_mails FOR SELECT TO coverlight_lookup USING (true);

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

-- What all organizations share at the payment provider: one row.
CREATE TABLE billing_catalog (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  addon_price_id text NOT NULL,
  meter_id text NOT NULL,
  meter_event_name text NOT NULL,
  portal_configuration_id text NOT NULL,
  -- Of the newest event seen by the hourly comparison, in the provider's time.
  events_seen_until timestamptz,
  updated_at timestamptz NOT NULL
);
GRANT SELECT, UPDATE (events_seen_until) ON billing_catalog TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON billing_catalog TO coverlight_admin;

-- An organization as the payment provider's customer. A row exists from the first thing that has to do with payment.
CREATE TABLE billing_accounts (
  organization_id ulid PRIMARY KEY REFERENCES organizations (id),
  remote_customer_id text UNIQUE,
  -- Counts what was written from the provider; of two looks that overlap only the first to end may write.
  version bigint NOT NULL DEFAULT 0,
  -- One checkout or change at a time, over several calls to the provider during which no transaction is open.
  lease_owner text,
  lease_until timestamptz,
  -- When the managers were last told that somebody waits for a subscription.
  managers_notified_at timestamptz,
  -- The failed invoice that managers were last told about.
  notified_invoice_id text
);
CALL protect_tenant_table('billing_accounts', 'SELECT, INSERT, UPDATE', 'SELECT');
GRANT SELECT ON billing_accounts TO coverlight_lookup;
CREATE POLICY lookup ON billing_accounts FOR SELECT TO coverlight_lookup USING (true);

-- How many inquiries were completed in a period: the row that parallel completions queue at, so that the allowance is exact.
CREATE TABLE usage_periods (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  started_at timestamptz NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  extra integer NOT NULL CHECK (extra BETWEEN 0 AND used),
  -- Dollars for the extra ones, each at the price of its moment.
  extra_cost numeric(12, 2) NOT NULL,
  PRIMARY KEY (organization_id, started_at)
);
CALL protect_tenant_table('usage_periods', 'SELECT, INSERT, UPDATE', 'SELECT');

-- One row for each counted inquiry, which its id makes unique; those beyond the allowance wait here to be reported.
CREATE TABLE usage_events (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  period_started_at timestamptz NOT NULL,
  counted_at timestamptz NOT NULL,
  is_extra boolean NOT NULL,
  -- The first try whose outcome is unknown, and the moment that it reported the use for.
  uncertain_since timestamptz,
  reported_for timestamptz,
  reported_at timestamptz,
  PRIMARY KEY (organization_id, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id),
  FOREIGN KEY (organization_id, period_started_at) REFERENCES usage_periods (organization_id, started_at)
);
CREATE INDEX usage_events_unreported ON usage_events (organization_id, counted_at) WHERE is_extra AND reported_at IS NULL;
CREATE INDEX usage_events_reported ON usage_events (organization_id, reported_for) WHERE reported_at IS NOT NULL;
CALL protect_tenant_table('usage_events', 'SELECT, INSERT, UPDATE', 'SELECT');
GRANT SELECT ON usage_events TO coverlight_lookup;
CREATE POLICY lookup ON usage_events FOR SELECT TO coverlight_lookup USING (true);

-- Events of the payment provider by their id; never their content. They arrive before their organization is known.
CREATE TABLE billing_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- Null: of no customer of ours.
  remote_customer_id text,
  processed_at timestamptz
);
CREATE INDEX billing_events_open ON billing_events (remote_customer_id, received_at) WHERE processed_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON billing_events TO coverlight_app;
GRANT SELECT ON billing_events TO coverlight_admin;

-- Long work that an admin started: progress and, once it has ended, its answer.
CREATE TABLE admin_jobs (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  -- One at a time of each kind runs.
  kind text NOT NULL,
  -- What it works on; null for all.
  subject text,
  started_by ulid,
  started_at timestamptz NOT NULL,
  -- Renewed while it runs: a process that died lets go.
  seen_at timestamptz NOT NULL,
  done integer NOT NULL DEFAULT 0,
  total integer,
  ended_at timestamptz,
  -- HTTP status and body of the work's own answer.
  status integer,
  answer jsonb,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX admin_jobs_running ON admin_jobs (organization_id, kind) WHERE ended_at IS NULL;
CALL protect_tenant_table('admin_jobs', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');

-- What a payer's own refusal said it takes to find a patient: combinations of field names, the last refusal's. No patient data.
CREATE TABLE payer_suggested_combos (
  payer_id ulid PRIMARY KEY REFERENCES payers (id),
  combos jsonb NOT NULL,
  noted_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON payer_suggested_combos TO coverlight_app;
GRANT SELECT ON payer_suggested_combos TO coverlight_admin;

-- When each clearinghouse's payers and their configurations were last read to the end: a first load that was killed is taken up again.
CREATE TABLE payer_syncs (
  source text PRIMARY KEY,
  completed_at timestamptz NOT NULL
);
GRANT SELECT ON payer_syncs TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payer_syncs TO coverlight_admin;

-- What a clearinghouse has of a payer is a row, whatever their number (docs/decisions/065-payer-sources.md).
CREATE TABLE payer_sources (
  payer_id ulid NOT NULL REFERENCES payers (id),
  -- Its id, such as availity.
  clearinghouse text NOT NULL,
  -- The payer that is asked with this: its own or, while it has a code there, the one that was merged into.
  asked_as ulid NOT NULL REFERENCES payers (id),
  -- Null: it cannot be asked there.
  code text,
  -- The clearinghouse's own name for it, as every sync brings it; and what an admin put in its place.
  name text,
  typed_name text,
  -- The switch; and how it stood before a merge, which a split gives back.
  is_active boolean NOT NULL DEFAULT true,
  own_is_active boolean,
  is_available boolean NOT NULL DEFAULT false,
  -- False: people ask there, by phone, which takes days.
  is_electronic boolean NOT NULL DEFAULT true,
  -- By lists that were read to their end; null: by none.
  first_listed_at timestamptz,
  last_listed_at timestamptz,
  -- When an admin entered the code or brought the payer back by hand: no sync removes it unless it was listed since.
  entered_at timestamptz,
  -- What it says that the payer wants to know; null: it has no configuration of it.
  fields jsonb,
  combos jsonb,
  provider_fields text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (payer_id, clearinghouse),
  UNIQUE (asked_as, clearinghouse),
  UNIQUE (clearinghouse, code)
);
GRANT SELECT ON payer_sources TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payer_sources TO coverlight_admin;

-- Every name that a payer goes by or went by, as it is searched (docs/decisions/071-payer-search.md). Filled by the server.
CREATE TABLE payer_names (
  payer_id ulid NOT NULL REFERENCES payers (id),
  name text NOT NULL,
  -- name: its own, now or before; also: what a clearinghouse calls it; internal: what admins do, not shown to practices.
  kind text NOT NULL CHECK (kind IN ('name', 'also', 'internal')),
  -- Its words, their initials, and all in one, each after a blank.
  words text NOT NULL,
  -- Its longer words, and each without one of its letters: a word with a slip has one of them in common.
  near_forms text[] NOT NULL,
  PRIMARY KEY (payer_id, kind, name)
);
CREATE INDEX payer_names_by_words ON payer_names USING gin (words gin_trgm_ops);
CREATE INDEX payer_names_by_near_forms ON payer_names USING gin (near_forms);
GRANT SELECT ON payer_names TO coverlight_app;
GRANT SELECT, INSERT, DELETE ON payer_names TO coverlight_admin;

-- The first steps of a practice, as far as no other table tells that they were taken (docs/product.md 2.15).
CREATE TABLE onboarding (
  organization_id ulid PRIMARY KEY REFERENCES organizations (id),
  sample_opened_at timestamptz,
  dismissed_at timestamptz
);
CALL protect_tenant_table('onboarding', 'SELECT, INSERT, UPDATE', 'SELECT');

-- Named views of the inquiry list, each of one user (docs/product.md 2.11). The name is ciphertext: people may name a view for a patient.
CREATE TABLE inquiry_views (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  user_id ulid NOT NULL,
  name bytea NOT NULL,
  -- Ids, codes and days; never a search term.
  filters jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX inquiry_views_of_user ON inquiry_views (organization_id, user_id);
-- UPDATE for admins: keys rotate under their role.
CALL protect_tenant_table('inquiry_views', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
