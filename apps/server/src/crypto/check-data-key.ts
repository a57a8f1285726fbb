/** That DATA_KEY is the database's own is found out before anything is written under another (product.md 12.2). */
import type { Database } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { listWrappingKeyIds } from '#db/organization-keys.repository.ts';
import { wrappingKeyId } from './envelope.ts';
import { WrongDataKey, type KeyRing } from './organization-keys.ts';

interface DataKeys {
  dataKey: Buffer;
  previousDataKey: Buffer | null;
}

/** Changes nothing. Throws WrongDataKey where some organization's keys were wrapped by neither of the two. */
export async function refuseForeignDataKey(database: Database, { dataKey, previousDataKey }: DataKeys): Promise<void> {
  const known = [dataKey, ...(previousDataKey === null ? [] : [previousDataKey])].map(wrappingKeyId);
  const used = await database.asAdmin(listWrappingKeyIds);
  if (used.some((id) => !known.includes(id))) throw new WrongDataKey();
}

/** The keys of the internal organization are the check value: made where there are none yet, and opened. */
export async function checkDataKey({ db, keys, config }: { db: Database; keys: KeyRing; config: DataKeys }): Promise<void> {
  await refuseForeignDataKey(db, config);
  await keys.keysOf(INTERNAL_ORGANIZATION_ID);
}
