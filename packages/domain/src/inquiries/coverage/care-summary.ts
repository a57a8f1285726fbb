/**
 * The level-of-care grid on one line a level: what the patient pays, whether authorization is needed, what is left of a limit. The same
 * values stand on the screen, in print and on the clipboard, each with how sure it is and the lines it stands in (product.md 10.14).
 */
import type { AuxiliaryBenefit, Benefit, NetworkCode } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, countText, limitText } from './amounts.ts';
import type { LevelOfCare } from './care-levels.ts';
import type { AuthorizationCell, CareCell, CareSide, CellState } from './care-cells.ts';
import { isWordOfPlan, type SaidFor } from './care-services.ts';
import { careLimits, costWords, notCoveredWords, serviceLimits, serviceWords } from './care-words.ts';
import type { CareRow } from './level-of-care.ts';
import { lineTexts, NETWORK_LABELS, PAYMENT_LABELS } from './line-words.ts';
import type { AnyLine } from './said-texts.ts';

/** A short value: "$30.00 a visit", "20 %", "Required", "13 Visits left". */
export interface SummaryValue {
  text: string;
  /** What narrows it down: a place, a network that is not the column's; null: nothing does. */
  note: string | null;
  state: CellState;
  /** Whose word it is; null where the level's very service says it. */
  saidFor: SaidFor | null;
  /** The service that the lines stand under, whether or not it is the level's own: "Psychotherapy". */
  service: string;
  /** Where it stands, gravest first. */
  lines: readonly AnyLine[];
  /** False where the payer says that it cannot tell, or says it in words alone: no answer to rely on. */
  isFirm: boolean;
}

export interface SummaryCell {
  /** Empty where nothing can be told; `state` then says why. */
  values: SummaryValue[];
  state: CellState;
  /** The company that has the say in the plan's place. */
  company: string | null;
}

export interface SummarySide {
  pays: SummaryCell;
  authorization: SummaryCell;
}

export interface SummaryRow {
  row: CareRow;
  in: SummarySide;
  out: SummarySide;
  /** Of either network: its note names the one. */
  limit: SummaryCell;
}

const IN_WORDS_ONLY = 'In words only';

/** X12 EB06 of a price, as one says it. */
const PER: Readonly<Record<string, string>> = {
  6: 'an hour',
  7: 'a day',
  26: 'an episode',
  27: 'a visit',
  34: 'a month',
  35: 'a week',
  36: 'an admission',
};

export function priceText(line: Pick<Benefit, 'amount' | 'unit' | 'no_limit' | 'period' | 'period_code'>): string {
  const amount = amountText(line);
  if (line.unit === 'percent' || line.period === null) return amount;
  const per = PER[line.period_code ?? ''];
  return per === undefined ? `${amount} (${line.period})` : `${amount} ${per}`;
}

const serviceOf = (saidFor: SaidFor | null) => (saidFor === null ? 'service not stated' : serviceWords(saidFor));

const joined = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(', ') || null;

/** A patient is an individual: only another level narrows a value down. */
export const levelNote = ({ level, level_code: code }: Pick<AnyLine, 'level' | 'level_code'>) => (code === 'IND' ? null : level);

const borrowed = ({ state, saidFor }: Pick<CareCell<unknown>, 'state' | 'saidFor'>) => (state === 'said' ? null : saidFor);

/** One value stands once, with all the lines that say it. */
function joinSame(values: readonly SummaryValue[]): SummaryValue[] {
  const known = new Map<string, SummaryValue>();
  for (const value of values) {
    const key = JSON.stringify([value.text, value.note, value.state, value.saidFor?.words]);
    const first = known.get(key);
    known.set(key, first ? { ...first, lines: [...first.lines, ...value.lines] } : value);
  }
  return [...known.values()];
}

function refusalValue(cell: CareCell<unknown>, { own }: LevelOfCare): SummaryValue[] {
  if (cell.refusals.length === 0) return [];
  const isOwn = own.some((code) => code === cell.saidFor?.code);
  const saidFor = isOwn ? null : cell.saidFor;
  const service = serviceOf(cell.saidFor);
  return [{ text: notCoveredWords(cell), note: null, state: 'not-covered', saidFor, service, lines: cell.refusals, isFirm: true }];
}

const pricesOf = (cell: CareCell<Benefit>, insuranceType: string | null): SummaryValue[] =>
  cell.lines.map((line) => ({
    text: priceText(line),
    note: joined(costWords({ ...line, level: levelNote(line) }, insuranceType)),
    state: cell.state,
    saidFor: borrowed(cell),
    service: serviceOf(cell.saidFor),
    lines: [line],
    isFirm: true,
  }));

/** A no stands before whatever contradicts it. */
function paysCell({ covered, copay, coinsurance }: CareSide, level: LevelOfCare, insuranceType: string | null): SummaryCell {
  const isRefused = covered.refusals.length > 0;
  const prices = [...pricesOf(copay, insuranceType), ...pricesOf(coinsurance, insuranceType)];
  const costs = [copay, coinsurance];
  // What a filter hides was stated.
  const speaking = isRefused
    ? covered
    : (costs.find(({ lines }) => lines.length > 0) ?? costs.find(({ state }) => state === 'filtered') ?? copay);
  return { values: joinSame([...refusalValue(covered, level), ...prices]), state: speaking.state, company: speaking.company };
}

export function authorizationText({ required, unknown }: AuthorizationCell): string {
  if (unknown) return 'Payer cannot say';
  if (required === null) return IN_WORDS_ONLY;
  return required ? 'Required' : 'Not required';
}

function authorizationCell(cell: AuthorizationCell): SummaryCell {
  const { state, company, lines, alsoRequired } = cell;
  if (lines.length === 0) return { values: [], state, company };
  const own: SummaryValue = {
    text: authorizationText(cell),
    note: null,
    state,
    saidFor: borrowed(cell),
    service: serviceOf(cell.saidFor),
    lines,
    isFirm: cell.required !== null,
  };
  // Another service's line is not this cell's: what it says is told with its name, and stands under it.
  const others = alsoRequired.map((saidFor): SummaryValue => ({
    text: 'Required',
    note: null,
    state: 'said-elsewhere',
    saidFor,
    service: serviceOf(saidFor),
    lines: [],
    isFirm: true,
  }));
  return { values: [own, ...others], state, company };
}

const networkNote = (code: NetworkCode) => (code === 'notApplicableNetwork' ? null : NETWORK_LABELS[code].toLowerCase());

/** "13 Visits left", "20 Visits, Calendar Year"; a text that counts nothing is one press away. */
export function countedText(line: AuxiliaryBenefit): string {
  if (line.remaining !== null) {
    const whole = line.total === null ? '' : ` of ${limitText(line.total)}`;
    return `${limitText(line.remaining)} left${whole}`;
  }
  const quantity = line.quantity === null ? null : countText(line.quantity.value, line.quantity.qualifier);
  const counted = [quantity, ...line.delivery_information, line.amount === null ? null : amountText(line)].filter((part) => part !== null);
  if (counted.length === 0) return IN_WORDS_ONLY;
  return line.period_code === '29' ? `${counted.join(', ')} left` : [...counted, line.period].filter((part) => part !== null).join(', ');
}

const isWhatIsLeft = ({ remaining, period_code: period }: AuxiliaryBenefit | Benefit) => remaining !== null || period === '29';

/** The deductible or out-of-pocket limit of the service itself: "Deductible $200.00 left of $500.00". */
export function ownLimitText(line: Benefit): string {
  const name = line.amount_code === null ? 'Limit' : PAYMENT_LABELS[line.amount_code];
  const total = line.total ?? (line.remaining === null ? line.amount : null);
  if (line.remaining === null) return `${name} ${amountText({ amount: total, unit: line.unit, no_limit: line.no_limit })}`;
  return `${name} ${limitText(line.remaining)} left${total === null ? '' : ` of ${limitText(total)}`}`;
}

/** A limit may be one of a single examination: whatever the payer wrote beside it stands beside it. */
const quoted = (line: AnyLine): string[] => lineTexts(line).map((text) => `“${text.replaceAll(/\s+/g, ' ').trim()}”`);

/** The level's own before what stands in, and what is left before the whole. */
function limitCell(row: CareRow): SummaryCell {
  const cells = [row.in.limit, row.out.limit];
  const ownCells = [row.in, row.out].flatMap(({ deductible, outOfPocket }) => [deductible, outOfPocket]);
  const [own, counted] = [serviceLimits(row), careLimits(row)];
  const saidForLine = (line: AnyLine): Pick<SummaryValue, 'state' | 'saidFor'> => {
    const cell = [...cells, ...ownCells].find((each) => each.lines.some((known: AnyLine) => known === line));
    const by = cells.flatMap(({ byService }) => byService).find(({ lines }) => lines.some((known: AnyLine) => known === line));
    const state = cell?.state ?? 'said';
    return { state, saidFor: state === 'said' ? null : (by?.saidFor ?? cell?.saidFor ?? null) };
  };
  const values = [
    ...counted.map(({ line, service }) => ({
      line,
      service,
      text: countedText(line),
      note: joined([networkNote(line.network_code), levelNote(line), line.place_of_service, ...quoted(line)]),
    })),
    ...own.map(({ line, service }) => ({
      line,
      service,
      text: ownLimitText(line),
      note: joined([networkNote(line.network_code), levelNote(line), ...quoted(line)]),
    })),
  ].map(({ line, service, text, note }) => ({
    isLeft: isWhatIsLeft(line),
    value: { text, note, service, lines: [line], isFirm: text !== IN_WORDS_ONLY, ...saidForLine(line) },
  }));
  const rank = ({ isLeft, value }: (typeof values)[number]) => (value.state === 'said' ? 0 : 2) + (isLeft ? 0 : 1);
  const inOrder = values.toSorted((one, other) => rank(one) - rank(other)).map(({ value }) => value);
  const isHidden = ({ state, saidFor }: CareCell<unknown>) => state === 'filtered' && (saidFor === null || !isWordOfPlan(saidFor));
  const silent = [...cells, ...ownCells].find(isHidden) ?? cells.find(({ state }) => state !== 'not-asked') ?? row.in.limit;
  return { values: joinSame(inOrder), state: silent.state, company: silent.company };
}

/** `insuranceType` is the plan's: a line of another one says so, unless its row says which part it is of. */
export function careSummary(rows: readonly CareRow[], insuranceType: string | null): SummaryRow[] {
  const side = (cells: CareSide, { level, part }: CareRow): SummarySide => ({
    pays: paysCell(cells, level, part === null ? insuranceType : part.insurance_type),
    authorization: authorizationCell(cells.authorization),
  });
  return rows.map((row) => ({ row, in: side(row.in, row), out: side(row.out, row), limit: limitCell(row) }));
}
