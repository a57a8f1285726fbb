/** Makes digests under the former search key anew under the one that counts: what was remembered goes on being found (product.md 12). */
import { personOfRow, sameKeyOf } from '@coverlight/domain/batches/same-row.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Database, Tx } from '#db/client.ts';
import { appointmentKey, openAppointment } from './appointments/appointment-contents.ts';
import { openRowContent } from './batch-contents.ts';
import { lockBatch } from './batches.repository.ts';
import {
  listBatchesWithKeys,
  listKeyedRows,
  lockAppointments,
  lockRemembered,
  moveAppointment,
  moveRemembered,
  placeOfWords,
  REMEMBERED,
  writeSameKeys,
} from './digests.repository.ts';
import { digestOfSame } from './rows/recheck-rows.ts';

const SLICE = 500;

/** How many. May be stopped at any moment and run again. */
export async function rebuildBatchDigests(database: Database, keys: OrganizationKeys): Promise<number> {
  const { organizationId } = keys;
  let count = await database.asOrganization(organizationId, async (tx) => await rebuildRemembered(tx, keys));
  for (let from: string | null = ''; from !== null;) {
    const after: string = from;
    const slice = await database.asOrganization(organizationId, async (tx) => await rebuildAppointments(tx, keys, after));
    count += slice.count;
    from = slice.last;
  }
  for (const id of await database.asOrganization(organizationId, listBatchesWithKeys))
    count += await database.asOrganization(organizationId, async (tx) => await rebuildRows(tx, keys, id));
  return count;
}

async function rebuildRemembered(tx: Tx, keys: OrganizationKeys): Promise<number> {
  let count = 0;
  for (const table of REMEMBERED) {
    for (const { digest, words } of await lockRemembered(tx, table)) {
      const text = keys.decryptText(placeOfWords(table, digest), words);
      const next = keys.digest(table.purpose, text);
      if (next.equals(digest)) continue;
      await moveRemembered(tx, table, digest, { digest: next, words: keys.encryptText(placeOfWords(table, next), text) });
      count += 1;
    }
  }
  return count;
}

/** `last`: where to go on; null: that was all. */
async function rebuildAppointments(tx: Tx, keys: OrganizationKeys, from: string): Promise<{ count: number; last: string | null }> {
  const rows = await lockAppointments(tx, from, SLICE);
  let count = 0;
  for (const { id, external_key: before, content } of rows) {
    const key = appointmentKey(keys, openAppointment(keys, id, content));
    if (key.equals(before)) continue;
    await moveAppointment(tx, id, key);
    count += 1;
  }
  return { count, last: rows.at(-1)?.id ?? null };
}

async function rebuildRows(tx: Tx, keys: OrganizationKeys, batchId: string): Promise<number> {
  // Whoever changes its rows holds the batch.
  if ((await lockBatch(tx, { organizationId: keys.organizationId, userId: '', restricted: false }, batchId)) === null) return 0;
  const changed = (await listKeyedRows(tx, batchId)).flatMap(({ row, payer_id: payerId, same_key: before, content }) => {
    const opened = openRowContent(keys, batchId, row, content);
    const key = opened === null ? null : digestOfSame({ keys }, sameKeyOf(personOfRow(opened, payerId)));
    return key?.equals(before) === true ? [] : [{ row, key }];
  });
  for (let at = 0; at < changed.length; at += SLICE) await writeSameKeys(tx, batchId, changed.slice(at, at + SLICE));
  return changed.length;
}
