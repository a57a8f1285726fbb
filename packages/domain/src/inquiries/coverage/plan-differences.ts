/** Another plan of the same answer in one line: only what differs from the plan that is shown (product.md 10.14). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { NOT_STATED } from './amounts.ts';
import { PAYMENT_LABELS } from './line-words.ts';
import { type MoneyCell, moneyLeft } from './money-left.ts';
import { planFacts } from './plan-words.ts';
import { type Reading, statusWords } from './status-tone.ts';

const SIDE_WORDS = { in: 'in network', out: 'out of network' } as const;
const TOLD = new Set(['Insurance type', 'Plan network', 'Group', 'Plan dates', 'Coverage dates']);

const moneyWords = ({ individual: [first] }: MoneyCell) =>
  first === undefined ? NOT_STATED : [first.left, first.rest].filter(Boolean).join(' ');

/** Each fact of a plan that the line can tell of, by its label; a value that was not stated reads so. */
function toldOf(plan: Plan, reading: Reading): Map<string, string> {
  const facts = planFacts(plan).filter(({ label }) => TOLD.has(label));
  const money = moneyLeft(plan).flatMap(({ payment, cells }) =>
    cells.map((cell): [string, string] => [`${PAYMENT_LABELS[payment]} ${SIDE_WORDS[cell.side]}`, moneyWords(cell)]),
  );
  return new Map([
    ['Status', statusWords(plan.status, plan.status_code, reading).label],
    ...facts.map(({ label, value }): [string, string] => [label, value ?? NOT_STATED]),
    ...money,
  ]);
}

/** "Status Inactive", "Deductible in network $100.00 left of $500.00". Empty where the two say the same. */
export function planDifferences(shown: Plan, other: Plan, reading: Reading): string[] {
  const known = toldOf(shown, reading);
  return [...toldOf(other, reading)]
    .filter(([label, value]) => (known.get(label) ?? NOT_STATED) !== value)
    .map(([label, value]) => `${label} ${value}`);
}
