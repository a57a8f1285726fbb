/** Pages of lists, each beside a bare handler that reads as many rows of the same table in the same order from the same place. */
import type { ApiClient } from '../product/client.ts';
import { timeInTurns, type ReadCpu } from './clients.ts';
import type { Comparison } from './comparison.ts';

/** How many times as long as the bare page (docs/decisions/060-bounds-of-speed.md). */
export const BOUNDS = {
  /** What a practice uses all day. */
  daily: 5,
  /** A practice's log. */
  log: 10,
  admin: 10,
  /** A patient looked for in every organization. */
  patientsOfAll: 60,
};

export interface MeasuredList {
  /** As its endpoint has it. */
  path: string;
  /**
   * What the bare handler reads after it has found the session: a page of $1 rows from the $2-th on, of one organization that of $3.
   * No word is searched for, no total counted, and nobody asks who may see what.
   */
  sql: string;
  /** Rows of a page; null for all. */
  limit: number | null;
  /** One of `BOUNDS`. */
  bound: number;
  /** Calls of ours that are compared to it. `*` stands for letters that are others at each call; `page=` is the bare handler's page, too. */
  calls: readonly string[];
}

const TURNS = { clients: 2, callsEach: 2, turns: 5 };
/** Nothing can be known of it from the call before. */
const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

export interface Sides {
  client: ApiClient;
  productUrl: string;
  bareCall: (path: string) => Promise<void>;
  readCpu: { ours: ReadCpu; bare: ReadCpu };
  /** Part of the path and query of those to be measured. */
  match: string;
  /** Named beside the path where it matters. */
  who?: string;
}

export async function compareLists(
  lists: readonly MeasuredList[],
  { client, productUrl, bareCall, readCpu, match, who = '' }: Sides,
): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const { path, limit, bound, calls } of lists) {
    for (const query of calls.filter((each) => `${path}${each}`.includes(match))) {
      let asked = 0;
      const ours = async () => {
        asked += 1;
        const rows = limit === null ? '' : `limit=${limit}${query.includes('page=') ? '' : '&page=1'}`;
        const url = `${path}?${rows}${query.replace('*', lettersOf(asked))}`;
        const reply = await client.call(productUrl, url);
        if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      };
      await ours();
      const page = Number(/page=(\d+)/.exec(query)?.[1] ?? 1);
      const bare = async () => await bareCall(`/lists${path}?page=${page}`);
      const sides = { ours: { call: ours, readCpu: readCpu.ours }, bare: { call: bare, readCpu: readCpu.bare } };
      found.push({ name: `${path}${query}${who}`, bound, ...(await timeInTurns(TURNS, sides)) });
    }
  }
  return found;
}
