-- When the cover that an answer tells of ends: a day that comes nearer is told without a new answer (docs/product.md 18.5).
ALTER TABLE inquiries ADD COLUMN ends_on date;
