-- Plans at the payment provider: which prices stand for them. Null until `npm run billing:setup` has run.
ALTER TABLE plans
  ADD COLUMN remote_base_price_id text UNIQUE,
  ADD COLUMN remote_extra_price_id text UNIQUE;

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

ALTER TABLE subscriptions
  ADD COLUMN current_period_starts_at timestamptz,
  ADD COLUMN cancels_at_period_end boolean NOT NULL DEFAULT false;

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

-- The organization behind a customer of the payment provider.
CREATE FUNCTION find_billing_organization(p_customer text) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT a.organization_id::text FROM billing_accounts a WHERE a.remote_customer_id = p_customer
$$;
-- Organizations with use that should have been reported by now: what a sweep takes up again.
CREATE FUNCTION find_unreported_usage(p_limit integer) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT u.organization_id::text FROM usage_events u JOIN billing_accounts a ON a.organization_id = u.organization_id
  WHERE u.is_extra AND u.reported_at IS NULL AND a.remote_customer_id IS NOT NULL LIMIT p_limit
$$;
GRANT SELECT ON billing_accounts, usage_events TO coverlight_lookup;
CREATE POLICY lookup ON billing_accounts FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON usage_events FOR SELECT TO coverlight_lookup USING (true);
GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION find_billing_organization OWNER TO coverlight_lookup;
ALTER FUNCTION find_unreported_usage OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION find_billing_organization, find_unreported_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_billing_organization, find_unreported_usage TO coverlight_app;
