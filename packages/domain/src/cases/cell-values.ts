/** The cells of the level-of-care grid in short words, one value a cell, and whether a word from the telephone agrees with them. */
import type { CallValue } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridFact } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { AuxiliaryBenefit, Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { AuthorizationCell, CARE_FACTS, CareCell, CareSide } from '../inquiries/coverage/care-cells.ts';
import { authorizationText, countedText, levelNote, ownLimitText, priceText } from '../inquiries/coverage/care-summary.ts';
import { costWords, notCoveredWords, serviceWords } from '../inquiries/coverage/care-words.ts';
import { compareDecimals, readDecimal } from '../inquiries/coverage/decimal.ts';
import { lineTexts } from '../inquiries/coverage/line-words.ts';
import type { AnyLine } from '../inquiries/coverage/said-texts.ts';

/** The grid's facts as the wire names them. */
export const FACT_OF: Readonly<Record<GridFact, (typeof CARE_FACTS)[number]>> = {
  covered: 'covered',
  authorization: 'authorization',
  limit: 'limit',
  copay: 'copay',
  coinsurance: 'coinsurance',
  deductible: 'deductible',
  out_of_pocket: 'outOfPocket',
};

const unique = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))];
const joined = (values: readonly string[]) => unique(values).join('; ');
const noted = (text: string, notes: readonly (string | null)[]) => {
  const said = notes.filter((note) => note !== null && note !== '');
  return said.length === 0 ? text : `${text} (${said.join(', ')})`;
};

const priced = (cell: CareCell<Benefit>, insuranceType: string | null) =>
  joined(cell.lines.map((line) => noted(priceText(line), costWords({ ...line, level: levelNote(line) }, insuranceType))));

const limitOf = (cell: CareCell<Benefit>) => joined(cell.lines.map((line) => noted(moneyWords(line), [levelNote(line), line.description])));

/** "Deductible" stands at the head of the column: the sum alone is the value. */
export const moneyWords = (line: Benefit): string =>
  ownLimitText(line).replace(/^(?:Deductible|Out of pocket|Out-of-pocket|Limit)s? /i, '');

function authorization(cell: AuthorizationCell): string {
  const others = cell.alsoRequired.map((saidFor) => `Required for ${serviceWords(saidFor)}`);
  return joined([authorizationText(cell), ...others]);
}

const counted = (lines: readonly AuxiliaryBenefit[]) =>
  joined(
    lines.map((line) =>
      noted(countedText(line), [levelNote(line), line.place_of_service, ...lineTexts(line).map((text) => `“${text.trim()}”`)]),
    ),
  );

/** What the lines of a cell say; '' where it has none. */
export function cellWords(side: CareSide, fact: GridFact, insuranceType: string | null): string {
  switch (fact) {
    case 'covered':
      return joined(side.covered.lines.map(({ status }) => status));
    case 'authorization':
      return side.authorization.lines.length === 0 ? '' : authorization(side.authorization);
    case 'limit':
      return counted(side.limit.lines);
    case 'copay':
    case 'coinsurance':
      return priced(side[fact], insuranceType);
    case 'deductible':
    case 'out_of_pocket':
      return limitOf(side[fact === 'deductible' ? 'deductible' : 'outOfPocket']);
  }
}

export const refusalWords = (cell: CareCell<unknown>): string => (cell.refusals.length === 0 ? '' : notCoveredWords(cell));

/** Told, but nothing to rely on: the payer cannot tell, or says it in words alone. */
export const isVague = (side: CareSide, fact: GridFact): boolean =>
  fact === 'authorization' && side.authorization.lines.length > 0 && side.authorization.required === null;

const isSame = (a: string | null, b: string) => {
  const read = readDecimal(a);
  return read !== null && compareDecimals(read, readDecimal(b) ?? b) === 0;
};

const sumsOf = (line: Benefit | AuxiliaryBenefit) => [line.amount, line.total, line.remaining];

/** Null: the two cannot be held against each other. */
export function agrees(cell: CareCell<AnyLine> & { required?: boolean | null }, fact: GridFact, value: CallValue): boolean | null {
  if (value.type === 'unknown' || value.type === 'text' || value.type === 'date') return null;
  if (fact === 'covered') {
    if (value.type !== 'yes' && value.type !== 'no') return null;
    return cell.lines.length > 0 === (value.type === 'yes');
  }
  if (cell.lines.length === 0) return value.type === 'no' ? true : null;
  if (fact === 'authorization') {
    if ((value.type !== 'yes' && value.type !== 'no') || cell.required === null || cell.required === undefined) return null;
    return cell.required === (value.type === 'yes');
  }
  const lines = cell.lines.filter((line): line is Benefit | AuxiliaryBenefit => 'amount' in line);
  switch (value.type) {
    case 'yes':
      return null;
    case 'no':
      return lines.every((line) => sumsOf(line).every((sum) => sum === null || isSame(sum, '0')));
    case 'money':
      return lines.some((line) => line.unit !== 'percent' && sumsOf(line).some((sum) => isSame(sum, value.amount)));
    case 'percent':
      return lines.some((line) => line.unit === 'percent' && isSame(line.amount, value.percent));
    case 'count':
      return lines.some((line) =>
        [line.quantity?.value ?? null, line.remaining, line.total].some((number) => isSame(number, String(value.count))),
      );
  }
}
