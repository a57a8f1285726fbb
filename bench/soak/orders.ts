/** What the soak sends: one order is one inquiry a person wants, whatever it takes to get it through. */
import { randomBytes, randomInt } from 'node:crypto';
import type { ApiClient } from '../product/client.ts';

/** How the sandbox's payers answer these member ids is told in apps/sandbox/README.md. */
const KINDS = ['ORDINARY', 'ORDINARY', 'ORDINARY', 'SLOW', 'SLOW', 'FLAKY', 'NOTFOUND'] as const;
export type OrderKind = (typeof KINDS)[number];

export interface Order {
  kind: OrderKind;
  /** Sent with every try, so that all of them together are one inquiry. */
  key: string;
  memberId: string;
  payer: string;
  form: Record<string, unknown>;
  /** Ids that 201 answers named; more than one is a fault. */
  acknowledged: Set<string>;
  /** Answers that are neither success nor a restart. */
  refusals: string[];
  tries: number;
}

/** Finds the soak's inquiries among the demo data, and in logs where it must not be. */
export const SOAK_LAST_NAME = 'Soakwillowby';

interface PayerChoice {
  id: string;
  name: string;
  fields: Field[];
}

interface Field {
  name: string;
  allowed: boolean;
  required: boolean;
  options: { id: string }[];
}

export interface OrderBook {
  next(): Order;
}

/** Payers whose peculiarity would make them fail by themselves say so in brackets. */
const isOrdinary = (name: string): boolean => !name.includes('(') && !/\bBO\b/.test(name);
/** Worked by hand, answered after hours; or listed under one of several plans. */
const MOST_PAYERS = 45;

export async function openOrderBook(client: ApiClient, baseUrl: string): Promise<OrderBook> {
  const { body } = await client.call(baseUrl, '/payers');
  const listed = (body.payers as { id: string; name: string; is_group: boolean }[]).filter(
    (payer) => isOrdinary(payer.name) && !payer.is_group,
  );
  const payers: PayerChoice[] = [];
  for (const { id, name } of listed.slice(0, MOST_PAYERS)) {
    const reply = await client.call(baseUrl, `/payers/${id}/schema`);
    if (reply.status === 200) payers.push({ id, name, fields: (reply.body.schema as { fields: Field[] }).fields });
  }
  const compact = await client.call(baseUrl, '/providers/compact');
  const [provider] = compact.body.providers as { id: string }[];
  if (provider === undefined || payers.length < 10) throw new Error('There are too few payers or providers to soak with.');
  let made = 0;
  return {
    next() {
      made += 1;
      const kind = KINDS[randomInt(KINDS.length)] ?? 'ORDINARY';
      const payer = payers[made % payers.length];
      if (payer === undefined) throw new Error('no payer');
      const memberId = `${kind === 'ORDINARY' ? 'QWX' : kind}${String(made).padStart(5, '0')}${randomBytes(3).toString('hex').toUpperCase()}`;
      return {
        kind,
        key: randomBytes(16).toString('hex'),
        memberId,
        payer: payer.name,
        form: { provider_id: provider.id, payer_id: payer.id, ...filledIn(payer.fields, memberId) },
        acknowledged: new Set(),
        refusals: [],
        tries: 0,
      };
    },
  };
}

function filledIn(fields: readonly Field[], memberId: string): Record<string, unknown> {
  const typed: Record<string, unknown> = {
    memberId,
    patientFirstName: 'Fenella',
    patientLastName: SOAK_LAST_NAME,
    patientBirthDate: '1979-11-23',
    subscriberRelationship: '18',
    serviceType: ['30'],
  };
  for (const field of fields) {
    if (!field.allowed || !field.required || field.name in typed) continue;
    typed[field.name] = field.options[0]?.id ?? 'G1000';
  }
  const relationship = fields.find((field) => field.name === 'subscriberRelationship');
  if (relationship !== undefined && relationship.options.length > 0) typed.subscriberRelationship = relationship.options[0]?.id;
  const services = fields.find((field) => field.name === 'serviceType');
  if (services !== undefined && !services.options.some(({ id }) => id === '30')) typed.serviceType = [services.options[0]?.id ?? '30'];
  return typed;
}
