-- Who is served first (docs/product.md 19.4): 0 somebody at a desk, 1 a batch, 2 a plan. And the batch it was sent by.
-- No domain as its type: such a column would be proven by a look at every row.
ALTER TABLE inquiries
  ADD COLUMN lane smallint NOT NULL DEFAULT 0,
  ADD COLUMN batch_id text COLLATE "C";
ALTER TABLE inquiries
  ADD CONSTRAINT inquiries_batch FOREIGN KEY (organization_id, batch_id) REFERENCES batches (organization_id, id) NOT VALID;

-- Nothing planned is asked while this is set (docs/product.md 19.6).
ALTER TABLE organizations ADD COLUMN rechecks_stopped_at timestamptz;

-- take_background_turns gives leases, across organizations, and can write nothing else.
GRANT UPDATE (lease_owner, lease_until) ON inquiries TO coverlight_lookup;
CREATE POLICY lookup_leases ON inquiries FOR UPDATE TO coverlight_lookup USING (true) WITH CHECK (true);
