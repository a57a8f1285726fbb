/** What a tracer is told: which work took how long within which request, and nothing of any patient (docs/product.md 16.3). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, context, ROOT_CONTEXT, type Span, type Tracer, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, STARTER, startBillingApp, aPractice, type BillingApp } from '../../test/billing.ts';
import { createOrganization, createProvider, createUser } from '../../test/factories.ts';
import { mailsTo } from '../../test/outbox.ts';

interface Told {
  name: string;
  parent: string | null;
  attributes: Record<string, unknown>;
  hasEnded: boolean;
}
const spans: Told[] = [];
/** Every word that reached the tracer, by whichever method. */
const everything: unknown[] = [];

/** As a loaded SDK would be. */
class InProcess implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>();
  active = () => this.storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager['with'] = (active, work, self, ...given) => this.storage.run(active, () => Reflect.apply(work, self, given));
  bind: ContextManager['bind'] = (_context, target) => target;
  enable = () => this;
  disable = () => this;
}

function spanOf(told: Told): Span {
  const span: Record<string, unknown> = {
    told,
    spanContext: () => ({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 1 }),
    isRecording: () => true,
    end: () => {
      told.hasEnded = true;
    },
  };
  for (const method of ['setAttribute', 'setAttributes', 'addEvent', 'setStatus', 'updateName', 'recordException', 'addLink', 'addLinks']) {
    span[method] = (...given: unknown[]) => {
      everything.push(given);
      if (method === 'setAttribute') told.attributes[String(given[0])] = given[1];
      return span;
    };
  }
  return span as unknown as Span;
}

function startSpan(name: string, options?: { attributes?: Record<string, unknown> }): Span {
  const parent = trace.getSpan(context.active()) as unknown as { told: Told } | undefined;
  const told = { name, parent: parent?.told.name ?? null, attributes: { ...options?.attributes }, hasEnded: false };
  everything.push([name, options]);
  spans.push(told);
  return spanOf(told);
}
const tracer = {
  startSpan,
  startActiveSpan(name: string, options: { attributes?: Record<string, unknown> }, work: (span: Span) => unknown) {
    const span = startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  },
} as unknown as Tracer;

let t: BillingApp;
beforeAll(async () => {
  context.setGlobalContextManager(new InProcess());
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  t = await startBillingApp({ env: { INQUIRY_WAIT_SECONDS: '2' } });
});
afterAll(async () => {
  await t.close();
  trace.disable();
  context.disable();
});

const PATIENT = { memberId: 'ZQSPAN7741', patientFirstName: 'Zqspanfirst', patientLastName: 'Zqspanlast', patientBirthDate: '1931-05-17' };
const TRACES = [...Object.values(PATIENT), '05/17/1931', '19310517'];

test('request, transaction, question, document, mail and payment are spans within each other, and no patient is in any', async () => {
  const organization = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  const token = await t.signIn(user);
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: { id: string }[] }>();
  const provider = await createProvider(t.store, { organization_id: organization.id });
  const form = { provider_id: provider.id, payer_id: payers[0]?.id, subscriberRelationship: '18', serviceType: ['30'] };
  for (const memberId of [PATIENT.memberId, `DOWN${PATIENT.memberId}`, `NOTFOUND${PATIENT.memberId}`]) {
    await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload: { ...form, ...PATIENT, memberId } });
  }
  const list = await t.call(token, { method: 'GET', url: `/api/v1/inquiries?patient_last_name=${PATIENT.patientLastName}` });
  const id = list.json<{ inquiries: { id: string; status: string }[] }>().inquiries.find(({ status }) => status === 'complete')?.id ?? '';
  expect((await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}/pdf` })).statusCode).toBe(200);
  expect((await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${PATIENT.memberId}` })).statusCode).toBe(404);
  await openPage(t, await aPractice(t), { plan_id: STARTER });
  await t.call(null, { method: 'POST', url: '/api/v1/auth/password/reset', payload: { email: user.email } });
  await mailsTo(t, user.email);

  const parentsOf = (name: string) => new Set(spans.filter((span) => span.name === name).map(({ parent }) => parent));
  expect(parentsOf('POST /api/v1/inquiries')).toEqual(new Set([null]));
  expect(parentsOf('transaction')).toContain('POST /api/v1/inquiries');
  expect(parentsOf('ask ask')).toContain('POST /api/v1/inquiries');
  expect(parentsOf('pdf')).toEqual(new Set(['GET /api/v1/inquiries/:id/pdf']));
  expect([...parentsOf('payment createCustomer')]).toHaveLength(1);
  expect(spans.some(({ name }) => name === 'mail send')).toBe(true);
  expect(spans.find(({ name }) => name === 'pdf')?.attributes).toEqual({ 'coverlight.inquiry_id': id });
  expect(spans.find(({ name }) => name === 'ask ask')?.attributes).toMatchObject({
    'coverlight.clearinghouse': 'availity',
    'coverlight.outcome': 'pending',
  });
  const request = spans.find(({ name, parent }) => name === 'GET /api/v1/inquiries/:id' && parent === null);
  expect(request).toMatchObject({
    hasEnded: true,
    attributes: { 'http.response.status_code': 404, 'coverlight.organization_id': organization.id },
  });

  const told = JSON.stringify([spans, everything]).toLowerCase();
  expect(TRACES.filter((trace_) => told.includes(trace_.toLowerCase()))).toEqual([]);
  expect(told).not.toContain(user.email.toLowerCase());
}, 60_000);
