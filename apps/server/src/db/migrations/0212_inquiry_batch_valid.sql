ALTER TABLE inquiries VALIDATE CONSTRAINT inquiries_batch;
