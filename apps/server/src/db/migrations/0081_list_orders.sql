-- The admin's lists of every organization begin in these orders; without them each page sorts its whole table.
CREATE INDEX organizations_by_name ON organizations (lower(name), id);
CREATE INDEX users_by_name ON users (lower(first_name || ' ' || last_name), id);
CREATE INDEX providers_by_name ON providers (lower(name), id);
CREATE INDEX payers_by_name ON payers (lower(name), id);
CREATE INDEX invites_by_time ON invites (created_at DESC NULLS LAST, id);
CREATE INDEX subscriptions_by_time ON subscriptions (created_at DESC NULLS LAST, id);
