import { test } from 'vitest';
import { createInquiry, newId, createOrganization, createUser, createProvider, createPayer, aSubmission } from '../../../test/factories.ts';
import { useTestStore } from '../../../test/test-store.ts';
import { insertInquiry, findInquiry } from '../inquiries/inquiries.repository.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { linkInquiry } from '../inquiries/linking/link.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { linkPersons } from '../inquiries/linking/link-persons.ts';
const store = useTestStore();
const q = (xs: number[], p: number) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length * p)]!.toFixed(2);
test('x', { timeout: 500_000 }, async () => {
  const organization_id = (await createOrganization(store)).id;
  const user_id = (await createUser(store, { organization_id })).id;
  const provider_id = (await createProvider(store, { organization_id })).id;
  const payer_id = (await createPayer(store)).id;
  const keys = await store.keys.keysOf(organization_id);
  const actor: any = { role: 'standard', userId: user_id, organizationId: organization_id, sessionId: null, address: null, userAgent: null, requestId: null };
  const t: Record<string, number[]> = { insert: [], linkNew: [], linkAgain: [], audit: [], find: [], whole: [] };
  const subs: any[] = [];
  for (let n = 0; n < 3000; n += 1) {
    const again = n >= 1500;
    const submission = again ? subs[n - 1500] : aSubmission({ provider_id, payer_id, patientFirstName: `First${n % 97}`, patientLastName: `Last${n % 313}`, patientBirthDate: `19${10 + (n % 89)}-0${1 + (n % 9)}-1${n % 9}` });
    if (!again) subs.push(submission);
    const id = newId(); const now = new Date();
    const w = performance.now();
    await store.database.asOrganization(organization_id, async (tx) => {
      const time = async (k: string, f: () => Promise<unknown>) => { const s = performance.now(); await f(); t[k]!.push(performance.now() - s); };
      await time('insert', async () => await insertInquiry(tx, keys, { id, user_id, status: 'pending', now, submission, terms: inquirySearchTerms(submission) }));
      await time(again ? 'linkAgain' : 'linkNew', async () => await linkInquiry(tx, keys, { inquiryId: id, newPersonId: newId(), submission, sentAt: now, now }));
      await time('audit', async () => await recordAudit(tx, actor, now, { action: 'inquiry.send', objectType: 'inquiry', objectIds: [id] }));
      await time('find', async () => await findInquiry(tx, keys, { organizationId: organization_id, userId: user_id, restricted: false }, id));
    });
    t.whole!.push(performance.now() - w);
  }
  for (const [k, v] of Object.entries(t)) console.log(k, 'min', q(v, 0), 'p25', q(v, 0.25), 'median', q(v, 0.5));
  for (let n = 0; n < 3000; n += 1) await createInquiry(store, { organization_id, user_id, provider_id, payer_id, isLinked: false, submission: n % 2 ? subs[n % 1500] : { memberId: `N${n}`, patientBirthDate: '1980-01-01' } });
  const s = performance.now();
  const cpu = process.cpuUsage();
  await linkPersons({ db: store.database, keys: store.keys, log: { error: console.error } as any, clock: () => new Date(), newId: () => newId(), stopping: new AbortController().signal });
  const u = process.cpuUsage(cpu);
  console.log('job: ms a check', ((performance.now() - s) / 3000).toFixed(2), 'of which cpu of the server', ((u.user + u.system) / 1000 / 3000).toFixed(2));
});
