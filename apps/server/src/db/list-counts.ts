/** Remembers large totals for a moment, so that paging through a long list does not count it at every step. */
import { createHmac, randomBytes } from 'node:crypto';

export interface ListCounts {
  /** `key` names organization, scope and filter: a total is never shared beyond them. Callers that come together count once. */
  count(key: string, run: () => Promise<number>): Promise<number>;
}

/** Totals up to this are counted every time. */
const EXACT_UP_TO = 1000;
const REMEMBERED_MS = 5000;
const REMEMBERED_AT_MOST = 5000;

export function createListCounts(now: () => Date): ListCounts {
  const remembered = new Map<string, { total: number; until: number }>();
  const running = new Map<string, Promise<number>>();
  // A filter may name a patient: it is not kept in memory as words.
  const secret = randomBytes(32);
  const nameOf = (key: string) => createHmac('sha256', secret).update(key).digest('base64');

  const countAnew = async (key: string, run: () => Promise<number>) => {
    const total = await run();
    if (total > EXACT_UP_TO) {
      remembered.delete(key);
      remembered.set(key, { total, until: now().getTime() + REMEMBERED_MS });
      const [oldest] = remembered.keys();
      if (remembered.size > REMEMBERED_AT_MOST && oldest !== undefined) remembered.delete(oldest);
    }
    return total;
  };

  return {
    async count(filter, run) {
      const key = nameOf(filter);
      const known = remembered.get(key);
      if (known !== undefined && known.until > now().getTime()) return known.total;
      const waiting = running.get(key);
      if (waiting !== undefined) return await waiting;
      const counting = countAnew(key, run).finally(() => running.delete(key));
      running.set(key, counting);
      return await counting;
    },
  };
}
