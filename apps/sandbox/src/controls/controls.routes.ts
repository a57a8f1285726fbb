/** The sandbox's own switches, for tests and demos: /__clock, /__fault, /__webhooks, /__settings, /__requests. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext, Settings } from '../context.ts';
import { FAULT_KINDS, VENDORS, type FaultOrder } from '../faults.ts';
import type { WebhookMode } from '../stripe/webhooks.ts';

const SETTING_VALUES: { [K in keyof Settings]: readonly Settings[K][] } = {
  payer_list_shape: ['wrapped', 'array'],
  coverage_shape: ['payer', 'single', 'list'],
};

const WEBHOOK_MODES = ['normal', 'duplicate', 'shuffle', 'delay', 'lose'] as const satisfies WebhookMode[];

/** `setWebhookMode` passes the mode on to the payment vendor. */
export function registerControls(app: FastifyInstance, context: SandboxContext, setWebhookMode: (mode: WebhookMode) => void): void {
  const { clock, faults, journal, settings, webhooks } = context;

  app.post('/__clock', async (request, reply) => {
    const seconds = fieldsOf(request.body)['advance_seconds'] ?? 0;
    if (typeof seconds !== 'number' || !(seconds >= 0)) return refuse(reply, 'advance_seconds must be a number of at least 0');
    await clock.advance(seconds);
    return { now: clock.now().toISOString() };
  });
  app.get('/__clock', async () => ({ now: clock.now().toISOString() }));

  app.post('/__fault', async (request, reply) => {
    const order = readFault(fieldsOf(request.body));
    if (typeof order === 'string') return refuse(reply, order);
    faults.order(order);
    return { pending: faults.pending() };
  });
  app.get('/__fault', async () => ({ pending: faults.pending() }));
  app.delete('/__fault', async () => {
    faults.clear();
    return { pending: [] };
  });

  app.post('/__webhooks', async (request, reply) => {
    const { mode: asked = 'normal', url } = fieldsOf(request.body);
    const mode = WEBHOOK_MODES.find((known) => known === asked);
    if (!mode) return refuse(reply, `mode must be one of ${WEBHOOK_MODES.join(', ')}`);
    if (typeof url === 'string') webhooks.url = url;
    setWebhookMode(mode);
    return { mode, url: webhooks.url };
  });

  app.post('/__settings', async (request, reply) => {
    const problem = changeSettings(settings, fieldsOf(request.body));
    return problem ? refuse(reply, problem) : { ...settings };
  });

  app.get<{ Querystring: { full?: string } }>('/__requests', async (request) => journal.report(request.query.full === '1'));
  app.delete('/__requests', async (_request, reply) => {
    journal.clear();
    return reply.code(204).send();
  });
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: message });
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {};
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1;

/** The order, or what is wrong with it. */
function readFault(fields: Record<string, unknown>): FaultOrder | string {
  const vendor = VENDORS.find((known) => known === fields['vendor']);
  if (!vendor) return `vendor must be one of ${VENDORS.join(', ')}`;
  const kind = FAULT_KINDS.find((known) => known === String(fields['kind']));
  if (!kind) return `kind must be one of ${FAULT_KINDS.join(', ')}`;
  const times = fields['times'] ?? 1;
  if (!isCount(times)) return 'times must be a whole number of at least 1';
  const every = fields['every'];
  if (every !== undefined && !isCount(every)) return 'every must be a whole number of at least 1';
  const retryAfter = fields['retry_after'];
  if (retryAfter !== undefined && !isCount(retryAfter)) return 'retry_after must be a whole number of at least 1';
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  return { vendor, kind, times, path: text('path'), body: text('body'), method: text('method'), every, retryAfter };
}

function changeSettings(settings: Settings, fields: Record<string, unknown>): string | null {
  const listShape = SETTING_VALUES.payer_list_shape.find((value) => value === fields['payer_list_shape']);
  const coverageShape = SETTING_VALUES.coverage_shape.find((value) => value === fields['coverage_shape']);
  if ('payer_list_shape' in fields && !listShape) return 'payer_list_shape must be wrapped or array';
  if ('coverage_shape' in fields && !coverageShape) return 'coverage_shape must be payer, single or list';
  settings.payer_list_shape = listShape ?? settings.payer_list_shape;
  settings.coverage_shape = coverageShape ?? settings.coverage_shape;
  return null;
}
