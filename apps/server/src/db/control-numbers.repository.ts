/** Numbers of the interchanges that are sent. Partners refuse one that they have seen, whichever process or day it came from. */
import type { Database } from './client.ts';

export async function nextControlNumber(db: Database): Promise<number> {
  const [row] = await db.withoutOrganization(
    async (tx) => await tx.queryOnce<{ number: number }>("SELECT nextval('core_control_numbers')::int AS number", []),
  );
  if (row === undefined) throw new Error('The database gave no control number.');
  return row.number;
}
