/** Rows of Availity's payer list. */

import type { SandboxPayer } from '../payers/payers.ts';
import { hashText } from '../seeded-random.ts';
import { AvailityRefusal } from './errors.ts';

const PARAMETERS = new Set(['payerId', 'transactionType', 'submissionMode', 'availability', 'enrollmentRequired', 'offset', 'limit']);

/** The payers the query asks for, in a fixed order. */
export function listedPayers(payers: SandboxPayer[], query: URLSearchParams): SandboxPayer[] {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown) {
    throw new AvailityRefusal(400, 'Your request is not formed properly.', [
      { field: unknown, errorMessage: 'This parameter is not known.' },
    ]);
  }
  if (!includes(query, 'transactionType', '270') || !includes(query, 'submissionMode', 'API')) return [];
  const payerId = query.get('payerId');
  const availability = query.get('availability');
  return payers
    .filter((payer) => payer.availityId !== null && (payerId === null || payer.availityId === payerId))
    .filter((payer) => availability === null || (availability === 'available') === isAvailable(payer));
}

/** True where the list in the query holds the value or is not given; values are separated by commas or repeated. */
function includes(query: URLSearchParams, name: string, value: string): boolean {
  const asked = query.getAll(name).flatMap((text) => text.split(','));
  return asked.length === 0 || asked.includes(value);
}

const isAvailable = (payer: SandboxPayer) => payer.peculiarity !== 'unavailable';

export function payerRow(payer: SandboxPayer): Record<string, unknown> {
  const route = {
    transactionDescription: 'Eligibility and Benefits Inquiry',
    submissionMode: 'API',
    availability: isAvailable(payer),
    enrollmentRequired: false,
    effectiveDate: '2019-03-01T05:00:00.000+0000',
    gateway: 'AVAILITY',
    rebateTier: 'Standard',
    ...(isAvailable(payer) ? {} : { additionalInfo: 'A contract with Availity is required.' }),
  };
  return {
    payerId: payer.availityId,
    name: payer.availityName,
    displayName: titleCase(payer.availityName),
    shortName: payer.availityName.replaceAll(/[^A-Z0-9]+/g, '_').slice(0, 20),
    // One object by the published description, a list in practice: both occur.
    processingRoutes: hashText(payer.availityName) % 3 === 0 ? route : [route],
  };
}

/** Capitals stay in short forms such as PPO and in the bracketed letters of a plan. */
function titleCase(name: string): string {
  return name
    .split(' ')
    .map((word) => (/^(PPO|HMO|\(\w{3}\))$/.test(word) ? word : word.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase())))
    .join(' ');
}
