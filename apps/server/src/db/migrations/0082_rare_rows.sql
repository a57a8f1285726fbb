-- What only few inquiries are would be looked for in all of them. In an organization: every status but complete.
CREATE INDEX inquiries_uncommon ON inquiries (organization_id, is_hidden, created_at DESC, id DESC) INCLUDE (status, user_id, provider_id)
  WHERE status <> 'complete';
-- Admins search all organizations by payer: by the name it answered under, else by the chosen one's, for which those that were sent
-- have an index already.
CREATE INDEX inquiries_answered_as ON inquiries (payer_name_override) WHERE payer_name_override IS NOT NULL;
CREATE INDEX inquiries_unsent_to_payer ON inquiries (payer_id) WHERE sent_at IS NULL;
CREATE INDEX answered_payer_names_by_name ON answered_payer_names (name);

-- An organization's own log by what was done, and its total for each kind of deed.
CREATE INDEX audit_events_by_own_action ON audit_events (organization_id, action, at DESC, id DESC);

-- The same of inquiries for admins: pages and totals of every status but complete, however few rows have it.
CREATE INDEX inquiries_uncommon_of_all ON inquiries (status, created_at DESC, id DESC) WHERE status <> 'complete';
