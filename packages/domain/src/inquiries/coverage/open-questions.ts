/** What the level-of-care grid does not tell, counted and put as the questions of a telephone call (product.md 10.14). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { CARE_FACTS, type CareCell, type CareSide } from './care-cells.ts';
import type { Administrator } from './carve-out.ts';
import type { CareRow } from './level-of-care.ts';
import type { AnyLine } from './said-texts.ts';

const SIDES = ['in', 'out'] as const;
type Fact = (typeof CARE_FACTS)[number];

type AnyCell = CareCell<AnyLine> & { required?: boolean | null };

/** A no to one network outweighs what is said without naming a network; a no and its opposite about the same contradict each other. */
const isContradicted = ({ lines, refusals }: AnyCell) =>
  refusals.some((refusal) => lines.some((line) => line.network_code === refusal.network_code));

/** Told, but no answer to rely on: a no and its opposite, or an authorization that the payer cannot tell or told in words alone. */
const isUnclear = (cell: AnyCell) => isContradicted(cell) || (cell.lines.length > 0 && cell.required === null);

/** Not told: the payer passed it over, was not asked, or another company has the say; or not clear. */
const isOpen = (cell: AnyCell) => cell.company !== null || cell.state === 'not-stated' || cell.state === 'not-asked' || isUnclear(cell);

export interface Known {
  known: number;
  /** Cells of the grid. */
  of: number;
  notStated: number;
  notAsked: number;
  /** Cells that say two things, or nothing to rely on. */
  notClear: number;
  /** Cells that another company has to answer. */
  elsewhere: number;
}

/** `known` and the four kinds of what is not known add up to `of`. */
export function countKnown(rows: readonly CareRow[]): Known {
  const cells = rows.flatMap((row) => SIDES.flatMap((side) => CARE_FACTS.map((fact): AnyCell => row[side][fact])));
  const count = (is: (cell: AnyCell) => boolean) => cells.filter(is).length;
  return {
    known: count((cell) => !isOpen(cell)),
    of: cells.length,
    notStated: count(({ state }) => state === 'not-stated'),
    notAsked: count(({ state }) => state === 'not-asked'),
    notClear: count(isUnclear),
    elsewhere: count(({ company }) => company !== null),
  };
}

export interface OpenQuestion {
  /** "Is prior authorization needed?" */
  question: string;
  /** "Detox, Residential (out of network)". */
  levels: string[];
}

type Told = (side: CareSide) => boolean;
const told =
  (...facts: Fact[]): Told =>
  (side) =>
    facts.some((fact) => !isOpen(side[fact]));

/** In the order of a call. Who knows a copayment or a share knows the price. */
const QUESTIONS: readonly { question: string; isTold: Told }[] = [
  { question: 'Is it covered?', isTold: told('covered') },
  { question: 'Is prior authorization needed?', isTold: told('authorization') },
  { question: 'What does the patient pay: a copayment, a share?', isTold: told('copay', 'coinsurance') },
  { question: 'How many days or visits are there, and how many are left?', isTold: told('limit') },
  { question: 'Which deductible applies, and what is left of it?', isTold: told('deductible') },
  { question: 'Which out-of-pocket limit applies, and what is left of it?', isTold: told('outOfPocket') },
];

const SIDE_WORDS = { in: 'in network', out: 'out of network' } as const;

/** Nothing more is asked about a level that is not covered in that network. */
const isWorthAsking = ({ covered }: CareSide) => covered.state !== 'not-covered' || isUnclear(covered);

/** Empty where everything is told. Each question names the levels that it is open for. */
export function openQuestions(rows: readonly CareRow[]): OpenQuestion[] {
  return QUESTIONS.flatMap(({ question, isTold }) => {
    const levels = rows.flatMap((row) => {
      const open = SIDES.filter((side) => isWorthAsking(row[side]) && !isTold(row[side]));
      const [only] = open;
      if (only === undefined) return [];
      return [open.length === 2 ? row.level.name : `${row.level.name} (${SIDE_WORDS[only]})`];
    });
    return levels.length === 0 ? [] : [{ question, levels }];
  });
}

export interface Phone {
  /** Whose it is, in the payer's words; null: not named. */
  name: string | null;
  number: string;
}

const PHONE = /^[^:]*(?:phone|telephone)[^:]*:\s*(.+)$/i;

const phonesIn = (name: string | null, info: readonly string[]): Phone[] =>
  info.flatMap((line) => {
    const number = PHONE.exec(line)?.[1];
    return number === undefined || /fax/i.test(line) ? [] : [{ name, number }];
  });

/** Where to ask: the company that handles behavioural care, else the plan's own contacts. Empty: the answer names no number. */
export function phonesToAsk(plan: Plan, companies: readonly Administrator[]): Phone[] {
  const theirs = companies.flatMap(({ name, info }) => phonesIn(name, info));
  if (theirs.length > 0) return theirs;
  const contacts = [...plan.contacts, ...plan.benefit_groups.flatMap((group) => group.contacts)];
  const own = contacts.flatMap(({ name, category, info }) => phonesIn(name ?? category, info));
  return [...new Map(own.map((phone) => [phone.number, phone])).values()];
}
