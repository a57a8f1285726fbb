/** Makes the digests of stored claims anew under the search key that counts: a claim that is uploaded again goes on being found (product.md 12). */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Database } from '#db/client.ts';
import { digestOfClaim, lockClaimDigests, moveClaimDigest } from './estimate-claims.repository.ts';

const SLICE = 500;

/** How many. May be stopped at any moment and run again. */
export async function rebuildClaimDigests(database: Database, keys: OrganizationKeys): Promise<number> {
  let count = 0;
  for (let from: string | null = ''; from !== null;) {
    const after: string = from;
    from = await database.asOrganization(keys.organizationId, async (tx) => {
      const rows = await lockClaimDigests(tx, keys, { from: after, limit: SLICE });
      for (const { id, identity, digest } of rows) {
        if (identity === null || digestOfClaim(keys, identity).equals(digest)) continue;
        await moveClaimDigest(tx, keys, id, identity);
        count += 1;
      }
      return rows.at(-1)?.id ?? null;
    });
  }
  return count;
}
