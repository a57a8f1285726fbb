-- What an organization waits for: a handful of rows among all of its inquiries.
CREATE INDEX inquiries_open ON inquiries (organization_id, created_at DESC, id DESC) WHERE status IN ('pending', 'max-retry');
