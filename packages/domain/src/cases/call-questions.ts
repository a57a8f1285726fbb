/** The questions of one call, in its order: the open cells of the levels that are sought, then a fixed list (product.md 20.2). */
import type { CallQuestion, CallQuestionKey, FixedQuestion } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridFact, GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { LEVELS_OF_CARE } from '../inquiries/coverage/care-levels.ts';
import { isSameCompany } from '../inquiries/coverage/company-names.ts';
import { VALUE_TYPES } from './call-answers.ts';
import type { OwnedCell } from './case-grid.ts';
import { FIXED_IN_ORDER, isGridFact } from './grid-order.ts';

const FACT_WORDS: Readonly<Record<GridFact, string>> = {
  covered: 'is it covered?',
  authorization: 'is prior authorization needed?',
  limit: 'how many days or visits are there, and how many are left?',
  copay: 'is there a copayment, and how much is it?',
  coinsurance: 'what share does the patient pay?',
  deductible: 'which deductible applies, and what is left of it?',
  out_of_pocket: 'which out-of-pocket limit applies, and what is left of it?',
};

const FIXED_WORDS: Readonly<Record<FixedQuestion, string>> = {
  reviewer: 'Who does utilization review, and what is their number?',
  'authorization-first-day': 'Is a prior authorization needed from the first day?',
  'left-and-reset': 'How many days or visits are left, and when do they reset?',
  'counted-together': 'Are substance use and mental health counted together?',
  accreditation: 'Which accreditation or licence must the facility have?',
  'out-of-network-basis': 'How is out-of-network care paid: a percentage of what is billed, of Medicare, or a usual rate (MRC, UCR)?',
  'single-case': 'Is a single case agreement possible?',
  'claims-address': 'Where do claims go: which address, which payer id?',
  'timely-filing': 'Within what time must a claim be filed?',
};

const NETWORK_WORDS: Readonly<Record<GridNetwork, string>> = { in: 'in network', out: 'out of network' };

const levelName = (level: CareLevelKey) => LEVELS_OF_CARE.find(({ key }) => key === level)?.name ?? level;

export function questionWords(question: CallQuestionKey, level: CareLevelKey | null, network: GridNetwork | null): string {
  if (!isGridFact(question)) return FIXED_WORDS[question];
  return level === null || network === null
    ? FACT_WORDS[question]
    : `${levelName(level)}, ${NETWORK_WORDS[network]}: ${FACT_WORDS[question]}`;
}

type Question = Omit<CallQuestion, 'answer_id'>;

const ofCell = (cell: OwnedCell): Question => {
  const said = [cell.value, ...cell.beside.map(({ value }) => value)].filter((value) => value !== null);
  return {
    question: cell.fact,
    level: cell.level,
    network: cell.network,
    words: questionWords(cell.fact, cell.level, cell.network),
    said: said.length === 0 ? null : said.join('; '),
    said_by: cell.said_by ?? cell.beside[0]?.said_by ?? null,
    company: cell.owner,
    types: [...VALUE_TYPES[cell.fact]],
  };
};

const ofFixed = (question: FixedQuestion): Question => ({
  question,
  level: null,
  network: null,
  words: FIXED_WORDS[question],
  said: null,
  said_by: null,
  company: null,
  types: [...VALUE_TYPES[question]],
});

/** What only a call can tell. What nobody was asked electronically is asked so first. */
export const isToCall = ({ state }: Pick<OwnedCell, 'state'>): boolean => state === 'not-stated' || state === 'contradicts';

export interface CallScope {
  levels: readonly CareLevelKey[];
  /** Null: of whomever has the say. */
  company: string | null;
  fixed: readonly FixedQuestion[];
}

/** Level by level, and within it fact by fact as one asks them. */
export function callQuestions(cells: readonly OwnedCell[], { levels, company, fixed }: CallScope): Question[] {
  const open = cells.filter(
    (cell) => levels.includes(cell.level) && isToCall(cell) && (company === null || isSameCompany(cell.owner, company)),
  );
  return [...open.map(ofCell), ...FIXED_IN_ORDER.filter((question) => fixed.includes(question)).map(ofFixed)];
}

/** Who has the say about the most that a call can tell; null where nothing is open. Of equals the first in the order of a call. */
export function companyToCall(cells: readonly OwnedCell[], levels: readonly CareLevelKey[]): string | null {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (levels.includes(cell.level) && isToCall(cell)) counts.set(cell.owner, (counts.get(cell.owner) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
