/** Column types that the tables share. Property names equal column names equal wire names: one vocabulary, no renaming. */
import { customType, text, timestamp } from 'drizzle-orm/pg-core';

/** A ULID; the database checks its form. */
export const ulid = () => text();

/** Ciphertext, digests and wrapped keys. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** An instant, read as a `Date` and kept in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });
