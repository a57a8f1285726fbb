CREATE INDEX CONCURRENTLY IF NOT EXISTS inquiries_ending ON inquiries (organization_id, ends_on) WHERE ends_on IS NOT NULL;
