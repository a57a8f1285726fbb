/** Takes the prefixes of member ids for which a local allowable holds (docs/product.md 17.3): all of them or none. */
import { memberPrefix } from '@coverlight/domain/payers/member-prefix.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalid } from '#http/app-error.ts';
import { createRests } from '#jobs/rests.ts';
import { createLineErrors, isHeading, MAX_LINES } from './line-errors.ts';
import { batchesOf, type ReadUpload, SLICE_LINES } from './read-csv.ts';
import type { ImportResult } from './import-reimbursements.ts';
import { insertLocalAllowables, type NewLocalAllowable } from './reimbursements.repository.ts';

const MAX_TEXT = 80;

/** Where a member id is stored. */
export const memberIdAt = (id: string) => ({ table: 'la_prefixes', row: id, column: 'member_id' });

/** One member id by prefix, the earliest; the others add nothing. */
async function readPrefixes(lines: AsyncIterable<string> | Iterable<string>): Promise<{ count: number; byPrefix: Map<string, string> }> {
  const errors = createLineErrors();
  const byPrefix = new Map<string, string>();
  let number = 0;
  let count = 0;
  const rest = createRests();
  for await (const line of lines) {
    number += 1;
    if (number % SLICE_LINES === 0) await rest();
    const memberId = line.trim();
    if (memberId === '') continue;
    count += 1;
    if (count > MAX_LINES) throw invalid({ member_ids: ['There are more than 200,000 lines.'] });
    const prefix = memberPrefix(memberId);
    if (count === 1 && isHeading([memberId])) errors.add(number, 'this is a heading. Please remove it.');
    else if (/[,;|\t]/.test(memberId)) errors.add(number, 'please put one member id on each line.');
    else if (memberId.length > MAX_TEXT) errors.add(number, `this is longer than ${MAX_TEXT} characters.`);
    else if (/\p{Cc}/u.test(memberId)) errors.add(number, 'this member id holds invisible characters.');
    else if (prefix === null) errors.add(number, 'this member id has no alpha prefix.');
    else if (!byPrefix.has(prefix)) byPrefix.set(prefix, memberId);
    if (errors.isFull) break;
  }
  if (errors.messages.length > 0) throw invalid({ member_ids: errors.messages });
  return { count, byPrefix };
}

/** A few at a time: closing tens of thousands in one go would hold the thread. */
async function* closed(
  deps: Deps,
  keys: OrganizationKeys,
  byPrefix: ReadonlyMap<string, string>,
): AsyncGenerator<{ rows: NewLocalAllowable[] }> {
  const rest = createRests();
  for (const [alpha_prefix, memberId] of byPrefix) {
    const id = deps.newId();
    yield { rows: [{ id, alpha_prefix, member_id: keys.encryptText(memberIdAt(id), memberId) }] };
    await rest();
  }
}

/** One member id a line, blank lines ignored. Throws 422 under `member_ids` that names the lines. */
export async function readLocalAllowables(deps: Deps, lines: AsyncIterable<string> | Iterable<string>): Promise<ReadUpload<ImportResult>> {
  const { count, byPrefix } = await readPrefixes(lines);
  if (count === 0) throw invalid({ member_ids: ['This field is required.'] });
  return {
    total: byPrefix.size,
    async store(actor, onStored) {
      const keys = await deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
      const now = deps.clock();
      const added = await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
        let inserted = 0;
        let stored = 0;
        for await (const batch of batchesOf(closed(deps, keys, byPrefix))) {
          inserted += await insertLocalAllowables(tx, batch, now);
          await onStored?.((stored += batch.length));
        }
        await recordAudit(tx, actor, now, { action: 'la-prefix.upload', objectType: 'la-prefix' });
        return inserted;
      });
      return { lines: count, added };
    },
  };
}
