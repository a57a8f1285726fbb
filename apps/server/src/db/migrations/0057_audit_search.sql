-- Admins search the log of every organization, the newest first.
CREATE INDEX audit_events_all ON audit_events (at DESC, id DESC);
