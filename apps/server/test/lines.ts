/** Lines of answers for tests. Each amount comes once, so that a text tells which line it is from. */
import type { AnswerLine, AnswerNetwork, Coded } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';

export const coded = (code: string, text: string): Coded => ({ code, text });

let count = 0;

/** A co-payment for mental health that states nothing else, unless told otherwise. */
export function aLine(over: Partial<AnswerLine> = {}): AnswerLine {
  count += 1;
  return {
    id: `line.${count}`,
    plan: 0,
    kind: 'B',
    kindText: 'Co-Payment',
    service: coded('MH', 'Mental Health'),
    network: 'in',
    level: null,
    insuranceType: null,
    planName: null,
    amount: null,
    percent: null,
    period: null,
    total: null,
    totalPeriod: null,
    remaining: null,
    remainingPeriod: null,
    quantity: null,
    authorization: 'not-stated',
    placeOfService: null,
    deliveries: [],
    dates: [],
    texts: [],
    entities: [],
    facts: [],
    ...over,
  };
}

const SERVICES = [
  coded('30', 'Health Benefit Plan Coverage'),
  coded('MH', 'Mental Health'),
  coded('98', 'Professional (Physician) Visit - Office'),
];
const KINDS = [coded('B', 'Co-Payment'), coded('C', 'Deductible'), coded('G', 'Out of Pocket (Stop Loss)')];
const NETWORKS: AnswerNetwork[] = ['in', 'out', 'both', 'unknown'];
const LEVELS = [coded('IND', 'Individual'), coded('FAM', 'Family'), coded('ESP', 'Employee and Spouse'), null];

/** Every service, payment, network and level once, each with an amount of its own. */
export function linesOfEverySort(): AnswerLine[] {
  let amount = 1000;
  return SERVICES.flatMap((service) =>
    KINDS.flatMap((kind) =>
      NETWORKS.flatMap((network) =>
        LEVELS.map((level) => {
          amount += 1;
          return aLine({ service, kind: kind.code ?? '', kindText: kind.text, network, level, amount: `${amount}.17` });
        }),
      ),
    ),
  );
}
