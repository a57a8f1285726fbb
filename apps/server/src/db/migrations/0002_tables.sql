-- Tenant tables carry organization_id first in every index, and refer to each other by (organization_id, id), so that a row can
-- never point into another organization. Columns of type bytea hold ciphertext or keyed digests (docs/product.md 12).

CREATE TABLE organizations (
  id ulid PRIMARY KEY,
  -- Its own tenant: lets one policy and one catalog test serve every table.
  organization_id ulid NOT NULL GENERATED ALWAYS AS (id) STORED,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  has_override_reimbursement boolean NOT NULL DEFAULT false,
  perm_provider_override boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

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
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX sessions_user ON sessions (organization_id, user_id) WHERE ended_at IS NULL;

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
  updated_at timestamptz NOT NULL DEFAULT now()
);

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
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX subscriptions_running ON subscriptions (organization_id)
  WHERE status NOT IN ('canceled', 'incomplete_expired');
CREATE INDEX subscriptions_newest ON subscriptions (organization_id, created_at DESC);

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

CREATE TABLE payers (
  id ulid PRIMARY KEY,
  name text NOT NULL,
  -- What admins call it; never shown to practices.
  name_internal text NOT NULL DEFAULT '',
  -- Availity's code, switch and availability; then pVerify's.
  code text UNIQUE,
  is_active boolean NOT NULL DEFAULT true,
  is_available boolean NOT NULL DEFAULT false,
  pverify_code text UNIQUE,
  pverify_name text,
  pverify_is_active boolean NOT NULL DEFAULT true,
  pverify_is_available boolean NOT NULL DEFAULT false,
  is_blue boolean NOT NULL DEFAULT false,
  is_group boolean NOT NULL DEFAULT false,
  split_service_type boolean NOT NULL DEFAULT false,
  -- The group it is chosen through.
  payer_group_id ulid REFERENCES payers (id),
  -- The payer it was merged into.
  parent_id ulid REFERENCES payers (id),
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payers_group ON payers (payer_group_id) WHERE payer_group_id IS NOT NULL;
CREATE INDEX payers_parent ON payers (parent_id) WHERE parent_id IS NOT NULL;

-- `fields` and `combos` as product.md 3 describes a payer schema.
CREATE TABLE payer_schemas (
  payer_id ulid PRIMARY KEY REFERENCES payers (id),
  fields jsonb NOT NULL,
  combos jsonb NOT NULL,
  -- Whose word it is: the clearinghouse's, or an admin's, which no sync overwrites.
  source text NOT NULL CHECK (source IN ('availity', 'admin', 'default')),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The first three characters of a member id, and the payer of a group they point to.
CREATE TABLE payer_prefixes (
  prefix text NOT NULL CHECK (prefix ~ '^[0-9A-Z]{3}$'),
  payer_id ulid NOT NULL REFERENCES payers (id),
  PRIMARY KEY (prefix, payer_id)
);

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
  source text CHECK (source IN ('availity', 'pVerify')),
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
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, parent_id) REFERENCES inquiries (organization_id, id)
);
-- Serves the list page in its order, and its filters and exact count without touching the table.
CREATE INDEX inquiries_list ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id);
-- The same for a restricted user, and for the user filter.
CREATE INDEX inquiries_of_user ON inquiries (organization_id, user_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, provider_id);
-- Search by payer name.
CREATE INDEX inquiries_of_payer ON inquiries (organization_id, payer_id, created_at DESC);
CREATE INDEX inquiries_of_answered_name ON inquiries (organization_id, payer_name_override) WHERE payer_name_override IS NOT NULL;
-- Whether a refused inquiry was sent again.
CREATE INDEX inquiries_of_parent ON inquiries (organization_id, parent_id) WHERE parent_id IS NOT NULL;
-- The few that need attention.
CREATE INDEX inquiries_attention ON inquiries (organization_id, created_at DESC) WHERE status IN ('error', 'failure') AND dismissed_at IS NULL;

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
  PRIMARY KEY (organization_id, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE inquiry_contents
  ALTER COLUMN submission SET STORAGE EXTERNAL,
  ALTER COLUMN coverage SET STORAGE EXTERNAL,
  ALTER COLUMN raw_answer SET STORAGE EXTERNAL,
  ALTER COLUMN remote_errors SET STORAGE EXTERNAL;

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

-- Each exchange with a clearinghouse. No patient data.
CREATE TABLE inquiry_attempts (
  organization_id ulid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  inquiry_id ulid NOT NULL,
  attempt integer NOT NULL,
  route text NOT NULL CHECK (route IN ('availity', 'pVerify')),
  operation text NOT NULL CHECK (operation IN ('ask', 'fetch', 'find', 'withdraw')),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  remote_id text,
  vendor_code text,
  -- What it led to, in the words of the clearinghouse port; null where the exchange was one step of several.
  outcome text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX inquiry_attempts_of_inquiry ON inquiry_attempts (organization_id, inquiry_id, id);

-- Names payers answered under: few, so searching them by a part is cheap.
CREATE TABLE answered_payer_names (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  name text NOT NULL,
  PRIMARY KEY (organization_id, name)
);

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
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_events_time ON audit_events (organization_id, at DESC, id DESC);

-- The platform's own organization: admins belong to it, and so does what no other organization can own.
INSERT INTO organizations (id, name) VALUES ('00000000000000000000000000', 'Coverlight');
