-- What care may cost the patient (docs/product.md 20.6, 20.7).
CREATE TABLE estimates (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  case_id ulid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('gfe', 'estimate')),
  state text NOT NULL CHECK (state IN ('draft', 'delivered', 'replaced', 'settled')),
  -- Ciphertext of JSON: lines, basis, calculations and the range as they stood, actual amounts.
  content bytea NOT NULL,
  scheduled_on date,
  service_on date,
  requested_on date,
  -- IANA zone whose days count.
  zone text NOT NULL,
  due_at date,
  delivered_how text CHECK (delivered_how IN ('paper', 'mail', 'email', 'portal')),
  delivered_at timestamptz,
  delivered_by ulid,
  replaces ulid,
  created_by ulid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, replaces) REFERENCES estimates (organization_id, id),
  FOREIGN KEY (organization_id, created_by) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, delivered_by) REFERENCES users (organization_id, id),
  CHECK ((state IN ('draft', 'replaced')) OR delivered_at IS NOT NULL)
);
CREATE INDEX estimates_of_case ON estimates (organization_id, case_id, created_at DESC, id DESC);
CALL protect_tenant_table('estimates', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- How often the range of past claims would have held, by payer and level of care: counted every night over claims that are nobody's patients.
CREATE TABLE backtests (
  payer_id ulid NOT NULL REFERENCES payers (id),
  level text NOT NULL CHECK (level IN ('dtx', 'rtc', 'php', 'iop', 'op')),
  tested integer NOT NULL,
  held integer NOT NULL CHECK (held BETWEEN 0 AND tested),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (payer_id, level)
);
-- The job that counts them belongs to no organization.
GRANT SELECT ON backtests TO coverlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON backtests TO coverlight_admin;

-- What the platform has confirmed once for everybody, as that counsel has read the text of the estimates.
CREATE TABLE platform_confirmations (
  matter text PRIMARY KEY CHECK (matter IN ('estimate-notice')),
  confirmed_by text NOT NULL,
  confirmed_at timestamptz NOT NULL
);
GRANT SELECT ON platform_confirmations TO coverlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_confirmations TO coverlight_admin;

-- Whether claims were added since a range was read: the newest id tells. Which claim it was stays unread.
GRANT SELECT (id) ON reimbursements TO coverlight_app;
