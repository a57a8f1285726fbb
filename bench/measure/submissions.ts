/** One check as somebody at a desk sends it, and how much of the time was our own. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { ApiClient } from '../product/client.ts';

export interface Form {
  provider_id: string;
  payer_id: string;
}
let submitted = 0;

/** Answers its id, once it is complete. */
export async function submitOnce(client: ApiClient, productUrl: string, form: Form): Promise<string> {
  submitted += 1;
  const body = {
    ...form,
    memberId: `BNC${submitted}`,
    patientFirstName: 'Fenella',
    patientLastName: 'Measured',
    patientBirthDate: '1979-11-23',
    subscriberRelationship: '18',
    serviceType: ['30'],
  };
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
  const reply = await client.call(productUrl, '/inquiries', { method: 'POST', body, headers });
  const inquiry = reply.body.inquiry as { id: string; status: string } | undefined;
  if (reply.status !== 201 || inquiry?.status !== 'complete') throw new Error(`A submission answered ${reply.status} ${inquiry?.status}.`);
  return inquiry.id;
}

/** Milliseconds, sorted: what each took, less the exchanges with the clearinghouse, as the product itself has written them down. */
export async function ownShares(owner: Client, taken: ReadonlyMap<string, number>): Promise<number[]> {
  const { rows } = await owner.query<{ inquiry_id: string; ms: string }>(
    'SELECT inquiry_id, sum(duration_ms) AS ms FROM inquiry_attempts WHERE inquiry_id = ANY ($1::text[]) GROUP BY 1',
    [[...taken.keys()]],
  );
  return rows.map(({ inquiry_id: id, ms }) => (taken.get(id) ?? 0) - Number(ms)).toSorted((x, y) => x - y);
}
