-- With what names a row, so that the pages of the whole log that are skipped are not read.
DROP INDEX audit_events_all;
CREATE INDEX audit_events_all ON audit_events (at DESC, id DESC) INCLUDE (organization_id);
