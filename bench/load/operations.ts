/** What people do all day, as calls. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { signIn, type ApiClient, type ApiRequest } from '../product/client.ts';

const PASSWORD = 'harbor lights at night';
export const ACCOUNT = { email: 'manager@demo.test', password: PASSWORD };

export interface Operation {
  name: string;
  /** Rejects when the answer is not the expected one. */
  run(): Promise<void>;
}

/** Calls go to the servers in turn. */
export async function openOperations(urls: readonly string[], owner: Client): Promise<Operation[]> {
  const [firstUrl = ''] = urls;
  const client = await signIn(firstUrl, ACCOUNT, Date.now() + 60_000);
  let turn = 0;
  const call = async (path: string, status: number, request?: ApiRequest) => {
    turn += 1;
    const reply = await client.call(urls[turn % urls.length] ?? '', path, request);
    if (reply.status !== status) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const form = await openForm(client, firstUrl);
  const { longest, ordinary } = await findAnswers(owner);
  return [
    {
      name: 'submission',
      async run() {
        const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
        await call('/inquiries', 201, {
          method: 'POST',
          body: { ...form, memberId: `BNC${randomBytes(6).toString('hex').toUpperCase()}` },
          headers,
        });
      },
    },
    { name: 'list page', run: async () => void (await call('/inquiries', 200)) },
    { name: 'answer', run: async () => void (await call(`/inquiries/${ordinary}`, 200)) },
    { name: 'longest answer', run: async () => void (await call(`/inquiries/${longest}`, 200)) },
    { name: 'refresh', run: async () => void (await call('/auth/refresh', 200)) },
    { name: 'PDF', run: async () => void (await call(`/inquiries/${longest}/pdf`, 200)) },
  ];
}

/** The clearinghouse's only payer is there as soon as the first sync has ended. */
async function openForm(client: ApiClient, url: string): Promise<object> {
  for (;;) {
    const { body } = await client.call(url, '/payers');
    const payer = (body.payers as { id: string; name: string }[]).find(({ name }) => /bench mutual/i.test(name));
    const compact = await client.call(url, '/providers/compact');
    const [provider] = compact.body.providers as { id: string }[];
    if (payer !== undefined && provider !== undefined)
      return {
        provider_id: provider.id,
        payer_id: payer.id,
        patientFirstName: 'Fenella',
        patientLastName: 'Measured',
        patientBirthDate: '1979-11-23',
        subscriberRelationship: '18',
        serviceType: ['30'],
      };
    await sleep(500);
  }
}

/** Of the demo's answers: the filled ones have no lines to speak of. */
async function findAnswers(owner: Client): Promise<{ longest: string; ordinary: string }> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT i.id FROM inquiries i JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     WHERE i.organization_id = (SELECT organization_id FROM users WHERE email = $1) AND i.status = 'complete' AND c.coverage IS NOT NULL
     ORDER BY length(c.coverage) DESC LIMIT 40`,
    [ACCOUNT.email],
  );
  const [longest, ordinary] = [rows[0]?.id, rows[Math.floor(rows.length / 2)]?.id];
  if (longest === undefined || ordinary === undefined) throw new Error('There is no answer to open.');
  return { longest, ordinary };
}
