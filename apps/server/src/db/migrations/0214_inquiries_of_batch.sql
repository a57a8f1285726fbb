CREATE INDEX CONCURRENTLY IF NOT EXISTS inquiries_of_batch ON inquiries (organization_id, batch_id) WHERE batch_id IS NOT NULL;
