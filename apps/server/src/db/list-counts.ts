/** Remembers large totals for a moment, so that paging through a long list does not count it at every step. */
import { createHmac, randomBytes } from 'node:crypto';
import { keep } from '#keep.ts';

export interface ListCounts {
  /** `filter` names organization, scope and filter: a total is never shared beyond them. */
  count(filter: string, run: () => Promise<number>): Promise<number>;
}

/** Totals up to this are counted every time. */
const EXACT_UP_TO = 1000;
const REMEMBERED_MS = 5000;
const REMEMBERED_AT_MOST = 5000;

export function createListCounts(now: () => Date): ListCounts {
  const remembered = new Map<string, { total: number; until: number }>();
  // A filter may name a patient: it is not kept in memory as words.
  const secret = randomBytes(32);

  return {
    async count(filter, run) {
      const name = createHmac('sha256', secret).update(filter).digest('base64');
      const known = remembered.get(name);
      if (known !== undefined && known.until > now().getTime()) return known.total;
      const total = await run();
      if (total > EXACT_UP_TO) keep(remembered, name, { total, until: now().getTime() + REMEMBERED_MS }, REMEMBERED_AT_MOST);
      return total;
    },
  };
}
