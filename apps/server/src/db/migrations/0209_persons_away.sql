-- Persons that the inbox leaves out: few among many (docs/decisions/094-inbox.md).
CREATE INDEX CONCURRENTLY IF NOT EXISTS persons_away ON persons (organization_id, id)
  WHERE archived_at IS NOT NULL OR merged_into IS NOT NULL;
