/** Cells of the printed answer: a line's words, as the detail page says them, set for paper (docs/product.md 10.12). */
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import {
  authorizationWords,
  lineAmounts,
  lineConditions,
  lineTexts,
  type SourceLine,
} from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { muted, plain, type Block, type Cell } from './inquiry-pdf-document.ts';

export const NO_STATUS: Block = { kind: 'notice', text: 'No active status returned from the payer' };
export const NO_BENEFITS: Block = { kind: 'notice', text: 'No benefit details returned from the payer' };

export interface Fact {
  label: string;
  value: string;
}

/** What is worth a line when it was stated, and is left out otherwise. */
export const optional = (label: string, value: string | null | undefined): Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];
/** What everybody looks for: "not stated" where it was not. */
export const expected = (label: string, value: string | null | undefined): Fact => ({
  label,
  value: value === null || value === undefined || value === '' ? NOT_STATED : value,
});

export const joined = (parts: readonly (string | null | undefined)[], separator = ' · '): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);

/** What a line says beside its amount. */
export function noteParts(line: SourceLine): Cell {
  return [
    ...lineConditions(line).map(({ label, value }) => plain(`${label}: ${value}`)),
    ...lineTexts(line).map((text) => ({ text, tone: 'quote' as const })),
  ];
}

const statedAmounts = (line: SourceLine): Fact[] =>
  lineAmounts(line).flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));

/** The amount alone where that is all; total, met and remaining below each other otherwise. */
export function amountParts(line: SourceLine): Cell {
  const amounts = statedAmounts(line);
  const [first] = amounts;
  if (first === undefined || (first.label === 'Period' && amounts.length === 1)) {
    return [muted(NOT_STATED), ...amounts.map(({ value }) => muted(value))];
  }
  return amounts.map(({ label, value }) => plain(label === 'Amount' && amounts.length === 1 ? value : `${label}: ${value}`));
}

/** For the middle of a sentence; null where the payer said nothing. */
export const printedAuthorization = (line: Parameters<typeof authorizationWords>[0]): string | null =>
  authorizationWords(line)?.toLowerCase() ?? null;

/** What an auxiliary line, a status or a carve-out says, as an item of a list. */
export function lineItem(line: SourceLine, title: string): Cell {
  const authorization = printedAuthorization(line);
  const head = joined([
    title,
    ...statedAmounts(line).map(({ label, value }) => (label === 'Amount' ? value : `${label}: ${value}`)),
    line.network_code === 'noNetwork' && line.network.toLowerCase() === NOT_STATED ? null : line.network,
    line.level,
    authorization === null ? null : `Authorization: ${authorization}`,
  ]);
  return [plain(head), ...noteParts(line)];
}
