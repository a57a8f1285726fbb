/**
 * What is known of a case: 70 cells over all its answers and calls. Behavioural facts come from whoever administers them, plan facts from
 * the main payer; two companies' deductibles are never joined, and a call never takes a payer's line away (product.md 20.1).
 */
import type { GridCell, GridFact, GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CareLevelKey, CaseRole } from '@coverlight/contract/cases/case.schema.ts';
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { CareCell } from '../inquiries/coverage/care-cells.ts';
import { LEVELS_OF_CARE, type LevelOfCare } from '../inquiries/coverage/care-levels.ts';
import { isOnSide } from '../inquiries/coverage/care-services.ts';
import { isCompanyOrPart } from '../inquiries/coverage/company-names.ts';
import { type CareRow, levelsOfCare } from '../inquiries/coverage/level-of-care.ts';
import { isPlanLevel } from '../inquiries/coverage/plan-level.ts';
import type { AnyLine } from '../inquiries/coverage/said-texts.ts';
import type { Shown } from '../inquiries/coverage/benefit-filter.ts';
import { callValueText, type PhoneFact } from './call-answers.ts';
import { partWords } from '../inquiries/coverage/care-words.ts';
import { agrees, cellWords, FACT_OF, isVague, moneyWords, refusalWords } from './cell-values.ts';
import { FACTS_IN_ORDER, NETWORKS_IN_ORDER } from './grid-order.ts';

/** One inquiry of the case. */
export interface CaseAnswer {
  inquiryId: string;
  role: CaseRole;
  /** As the answer that led here names it; null for the main payer. */
  company: string | null;
  payerName: string;
  /** Null without an answer, and where it may be about somebody else. */
  coverage: Coverage | null;
  /** Still being asked. */
  isOpen: boolean;
}

export interface CaseGridInput {
  /** Oldest first: of one company the newest that answered counts. */
  answers: readonly CaseAnswer[];
  /** Those that count. */
  calls?: readonly PhoneFact[];
  /** Absent: nothing is hidden. */
  shown?: Shown;
}

/** A cell before calls are laid beside it. */
export interface OwnedCell extends GridCell {
  /** Who has the say about it. */
  owner: string;
  agrees: (value: PhoneFact['value']) => boolean | null;
}

interface Read {
  answer: CaseAnswer;
  name: string;
  plan: Plan;
  rows: ReadonlyMap<CareLevelKey, CareRow>;
}

function read(answer: CaseAnswer, shown: Shown | undefined): Read | null {
  const { coverage } = answer;
  const plan = coverage?.plan ?? null;
  if (coverage === null || plan === null) return null;
  const rows = levelsOfCare({ coverage, plan, ...(shown === undefined ? {} : { shown }) });
  const name = answer.company ?? coverage.payer_name ?? answer.payerName;
  return { answer, name, plan, rows: new Map(rows.map((row) => [row.level.key, row])) };
}

/** Whether an inquiry asks that company. */
export const asksCompany = (answer: Pick<CaseAnswer, 'company' | 'payerName'>, name: string): boolean =>
  isCompanyOrPart(answer.company, name) || isCompanyOrPart(answer.payerName, name);

const isMain = ({ role, company }: CaseAnswer) => role === 'main' || (role === 'recheck' && company === null);

type Where = { level: LevelOfCare; fact: GridFact; network: GridNetwork };

const blank = ({ level, fact, network }: Where, owner: string): OwnedCell => ({
  level: level.key,
  fact,
  network,
  state: 'not-asked',
  value: null,
  said_for: null,
  said_by: null,
  line_ids: [],
  inquiry_id: null,
  call_answer_id: null,
  called_at: null,
  beside: [],
  ask: null,
  owner,
  agrees: () => null,
});

const idsOf = (lines: readonly AnyLine[]) => [...new Set(lines.flatMap(({ line_ids: ids }) => ids))];

/** A no and its opposite about the same network. */
const contradicted = ({ lines, refusals }: CareCell<AnyLine>) =>
  refusals.some((refusal) => lines.some((line) => line.network_code === refusal.network_code));

/** The service that said it, and the part of Medicare; null: the level's own service. */
function saidForWords({ part }: CareRow, { saidFor }: CareCell<AnyLine>): string | null {
  const service = saidFor?.words.replace(/^said for /, '') ?? null;
  return [partWords({ part }), service].filter((words) => words !== null).join(', ') || null;
}

function toldCell(where: Where, { answer, name, plan, rows }: Read): OwnedCell {
  const empty = blank(where, name);
  const row = rows.get(where.level.key);
  if (row === undefined) return empty;
  const side = row[where.network];
  const cell: CareCell<AnyLine> = side[FACT_OF[where.fact]];
  if (cell.state === 'filtered' || cell.state === 'not-asked' || cell.state === 'not-stated') return { ...empty, state: cell.state };
  const of = row.part ?? plan;
  const words = cellWords(side, where.fact, of.insurance_type);
  const no = refusalWords(cell);
  const told = {
    ...empty,
    said_for: saidForWords(row, cell),
    said_by: name,
    inquiry_id: answer.inquiryId,
    agrees: (value: PhoneFact['value']) => agrees(cell, where.fact, value),
  };
  const statement = (value: string, lines: readonly AnyLine[]) => ({
    value,
    said_for: told.said_for,
    said_by: name,
    line_ids: idsOf(lines),
    call_answer_id: null,
  });
  if (isVague(side, where.fact)) {
    const notes = side.authorization.notes.map((note) => `“${note}”`);
    return { ...empty, state: 'not-stated', beside: [statement([words, ...notes].join(': '), cell.lines)] };
  }
  if (contradicted(cell)) {
    return { ...told, state: 'contradicts', value: no, line_ids: idsOf(cell.refusals), beside: [statement(words, cell.lines)] };
  }
  const state = cell.state === 'said-for-plan' ? 'said-for-plan' : 'said';
  // A no to one network outweighs what is said without naming a network.
  if (no !== '' && (where.fact === 'covered' || words === '')) return { ...told, state, value: no, line_ids: idsOf(cell.refusals) };
  return { ...told, state, value: words, line_ids: idsOf(cell.lines) };
}

const MONEY_OF_PLAN = { deductible: 'deductibles', out_of_pocket: 'outOfPocket' } as const;

/** The medical plan's own deductible or out-of-pocket limit, where another company has the say about the level. */
function planMoney(where: Where, { answer, name, plan, rows }: Read): OwnedCell | null {
  if (where.fact !== 'deductible' && where.fact !== 'out_of_pocket') return null;
  const code = MONEY_OF_PLAN[where.fact];
  const lines = (rows.get(where.level.key)?.part ?? plan).benefit_groups
    .filter((group) => isPlanLevel(group.code, group.name))
    .flatMap(({ benefits }) => benefits)
    .filter((line) => line.amount_code === code && isOnSide(line, where.network));
  if (lines.length === 0) return null;
  const cell: CareCell<AnyLine> = { state: 'said-for-plan', saidFor: null, company: null, lines, refusals: [] };
  return {
    ...blank(where, name),
    state: 'said-for-plan',
    value: [...new Set(lines.map(moneyWords))].join('; '),
    said_for: 'the medical plan',
    said_by: name,
    line_ids: idsOf(lines),
    inquiry_id: answer.inquiryId,
    agrees: (value) => agrees(cell, where.fact, value),
  };
}

const asStatement = ({ value, said_for, said_by, line_ids, call_answer_id }: OwnedCell): GridCell['beside'][number] => ({
  value: value ?? '',
  said_for,
  said_by,
  line_ids,
  call_answer_id,
});

interface Book {
  reads: readonly Read[];
  answers: readonly CaseAnswer[];
}

/** Follows who has the say from company to company; one that stands in the chain already is not asked again. */
function follow(where: Where, from: Read, book: Book, seen: readonly Read[]): OwnedCell {
  const cell = from.rows.get(where.level.key)?.[where.network][FACT_OF[where.fact]];
  const company = cell?.company ?? null;
  if (company === null) return toldCell(where, from);
  const chain = [...seen, from];
  const next = book.reads.findLast((each) => !chain.includes(each) && !isMain(each.answer) && asksCompany(each.answer, company));
  const money = planMoney(where, from);
  if (next !== undefined) {
    const told = follow(where, next, book, chain);
    if (money === null) return told;
    // A silent administrator leaves the plan's own; where it speaks, the two stay two.
    return told.value === null && told.state === 'not-stated'
      ? { ...money, owner: told.owner }
      : { ...told, beside: [...told.beside, asStatement(money)] };
  }
  const asked = book.answers.filter((each) => !isMain(each) && asksCompany(each, company));
  const isCircle = chain.some((each) => asksCompany({ company: each.name, payerName: each.answer.payerName }, company));
  const wasAskedInVain = isCircle || (asked.length > 0 && asked.every(({ isOpen, coverage }) => !isOpen && coverage === null));
  return {
    ...blank(where, company),
    state: wasAskedInVain ? 'not-stated' : 'not-asked',
    beside: money === null ? [] : [asStatement(money)],
    ask: company,
  };
}

/** Who pays first besides is no other word for the same plan: it stands beside. */
function withOtherPayers(cell: OwnedCell, where: Where, others: readonly Read[]): OwnedCell {
  const said = others.map((each) => toldCell(where, each)).filter(({ value }) => value !== null);
  return said.length === 0 ? cell : { ...cell, beside: [...cell.beside, ...said.map(asStatement)] };
}

function withCall(cell: OwnedCell, call: PhoneFact | undefined): OwnedCell {
  if (call === undefined) return cell;
  const statement = {
    value: callValueText(call.fact, call.value),
    said_for: null,
    said_by: call.company,
    line_ids: [],
    call_answer_id: call.id,
  };
  if (call.value.type === 'unknown') return cell;
  const heard = { call_answer_id: call.id, called_at: call.calledAt };
  if (cell.state === 'not-stated' || cell.state === 'not-asked') {
    return { ...cell, ...heard, state: 'by-phone', value: statement.value, said_by: call.company, ask: null };
  }
  const beside = [...cell.beside, statement];
  if (cell.state === 'contradicts' || cell.agrees(call.value) === false) return { ...cell, ...heard, state: 'contradicts', beside };
  return { ...cell, beside };
}

/** 70 cells, in the order level, fact, network. */
export function ownedGrid({ answers, calls = [], shown }: CaseGridInput): OwnedCell[] {
  const reads = answers.flatMap((answer) => read(answer, shown) ?? []);
  const main = reads.findLast(({ answer }) => isMain(answer));
  const others = reads.filter(({ answer }) => answer.role === 'other-payer');
  const mainName = answers.findLast(isMain)?.payerName ?? 'the payer';
  const isOpen = answers.some((answer) => isMain(answer) && answer.isOpen);
  const cellOf = (where: Where): OwnedCell => {
    const told: OwnedCell =
      main === undefined
        ? { ...blank(where, mainName), state: isOpen || answers.length === 0 ? 'not-asked' : 'not-stated' }
        : follow(where, main, { reads, answers }, []);
    const call = calls.findLast((each) => each.level === where.level.key && each.fact === where.fact && each.network === where.network);
    return withCall(withOtherPayers(told, where, others), call);
  };
  return LEVELS_OF_CARE.flatMap((level) =>
    FACTS_IN_ORDER.flatMap((fact) => NETWORKS_IN_ORDER.map((network) => cellOf({ level, fact, network }))),
  );
}

export const caseGrid = (input: CaseGridInput): GridCell[] => ownedGrid(input).map(({ owner: _owner, agrees: _agrees, ...cell }) => cell);

export interface CaseKnown {
  known: number;
  of: number;
  not_stated: number;
  not_asked: number;
  not_clear: number;
  filtered: number;
}

/** Of the levels that are sought. The five counts add up to `of`. */
export function countCells(cells: readonly Pick<GridCell, 'level' | 'state'>[], levels: readonly CareLevelKey[]): CaseKnown {
  const sought = cells.filter(({ level }) => levels.includes(level));
  const count = (...states: GridCell['state'][]) => sought.filter(({ state }) => states.includes(state)).length;
  return {
    known: count('said', 'said-for-plan', 'by-phone'),
    of: sought.length,
    not_stated: count('not-stated'),
    not_asked: count('not-asked'),
    not_clear: count('contradicts'),
    filtered: count('filtered'),
  };
}
