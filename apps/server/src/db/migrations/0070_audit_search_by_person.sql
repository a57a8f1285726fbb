-- Admins search the log of every organization by person and by action, too: without these what is rare is looked for in all of it.
CREATE INDEX audit_events_by_actor ON audit_events (actor_user_id, at DESC, id DESC) WHERE actor_user_id IS NOT NULL;
CREATE INDEX audit_events_by_action ON audit_events (action, at DESC, id DESC);
