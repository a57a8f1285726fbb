/**
 * pVerify's summary objects. The detail rows are the truth: summaries squeeze several rows into one value, so they are kept as facts, checked
 * against the rows, and read as lines only where no rows came at all (answers worked out by its back office).
 */
import type { AnswerFact, AnswerLine, Coded } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { emptyLine } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { decimalText, percentText } from '../decimal-text.ts';
import { isJsonObject, labelOf, readFacts, scalarText } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import { plainText } from './plain-text.ts';
import { serviceOf } from './pverify-line.ts';
import { periodOf } from './pverify-vocabulary.ts';

/** One value of a summary: where it stands, what it says. */
export interface SummaryValue {
  summary: string;
  field: string;
  value: string | null;
  notes: string | null;
}

const PLAN_SUMMARY = 'HBPC_Deductible_OOP_Summary';

/** Takes every summary of money, shares and limits out of the body. Other facts of a summary come in `facts`. */
export function readSummaries(reader: FactReader): { values: SummaryValue[]; facts: AnswerFact[] } {
  const values: SummaryValue[] = [];
  const facts: AnswerFact[] = [];
  for (const summary of reader.unread().filter((key) => /Summary$/i.test(key))) {
    const fields = reader.object(summary);
    if (fields === null) continue;
    for (const field of fields.unread()) {
      const details = fields.peek(field);
      const read = details !== null && isDetails(details) ? fields.object(field) : null;
      if (read === null) continue;
      const notes = read.text('Notes');
      values.push({ summary, field, value: read.text('Value'), notes: notes === null ? null : plainText(notes) });
      facts.push(...read.facts(labelOfSummary(summary)));
    }
    facts.push(...fields.facts(labelOfSummary(summary)));
  }
  return { values, facts };
}

function isDetails(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value).map((key) => key.toLowerCase());
  return keys.includes('value') || keys.includes('notes');
}

/** What the rows do not say as well: unconfirmed values, and notes in other words. */
export function summaryFacts(values: SummaryValue[], lines: AnswerLine[]): AnswerFact[] {
  const texts = new Set(lines.flatMap((line) => line.texts));
  return values.flatMap((item) => {
    const label = `${labelOfSummary(item.summary)}: ${labelOfField(item.field)}`;
    const facts = item.value === null || isConfirmed(item, lines) ? [] : [{ label, value: item.value }];
    return item.notes === null || texts.has(item.notes) ? facts : [...facts, { label: `${label}, notes`, value: item.notes }];
  });
}

/** Facts of an object some of whose values come with notes, e.g. Medicare's. */
export function factsOf(value: unknown, prefix: string): AnswerFact[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const label = `${prefix}: ${labelOf(key)}`;
    if (isJsonObject(item) && isDetails(item)) {
      const read = readFacts(item);
      const [said, notes] = [read.text('Value'), read.text('Notes')];
      const facts = said === null ? [] : [{ label, value: said }];
      return [...facts, ...(notes === null ? [] : [{ label: `${label}, notes`, value: notes }]), ...read.facts(label)];
    }
    const text = scalarText(item);
    return text === null ? readFacts({ [key]: item }).facts(prefix) : [{ label, value: text }];
  });
}

function labelOfSummary(summary: string): string {
  return summary === PLAN_SUMMARY ? 'Plan summary' : labelOf(summary);
}

/** "CoPayInNet" in words. */
function labelOfField(field: string): string {
  const words = labelOf(
    field
      .replace(/InNet$/i, '_InNetwork')
      .replace(/OutNet$/i, '_OutOfNetwork')
      .replace(/^CoIns/i, 'CoInsurance_')
      .replace(/OOP/, '_OutOfPocket_'),
  );
  return words.replace(/\bco (pay|insurance)\b/i, (both) => both.replace(' ', '-'));
}

/** EB01 of a summary field by its name; null for limits and others that no single kind of row stands for. */
function kindOfField(field: string): string | null {
  if (/copay/i.test(field)) return 'B';
  if (/coins/i.test(field)) return 'A';
  if (/deductible/i.test(field)) return 'C';
  return /oop/i.test(field) ? 'G' : null;
}

/** Sentences for values that no row confirms. An empty list where no rows came: there is nothing to compare with. */
export function summaryDisagreements(values: SummaryValue[], lines: AnswerLine[]): string[] {
  if (lines.length === 0) return [];
  const open = values.filter((item) => kindOfField(item.field) !== null && numberOf(item) !== null && !isConfirmed(item, lines));
  return open.map(({ summary, field, value }) => {
    const place = `“${labelOfField(field)}” (${labelOfSummary(summary)})`;
    return `The clearinghouse’s summary says ${value} for ${place}; the payer’s detail lines do not.`;
  });
}

function numberOf({ value }: SummaryValue): string | null {
  return value === null ? null : plainNumber(value);
}

function isConfirmed(item: SummaryValue, lines: AnswerLine[]): boolean {
  const kind = kindOfField(item.field);
  const number = numberOf(item);
  if (kind === null || number === null) return false;
  return lines.some((line) => {
    const said = item.value?.trim().endsWith('%') ? [line.percent] : [line.amount, line.total, line.remaining];
    return line.kind === kind && said.some((text) => text !== null && plainNumber(text) === number);
  });
}

/** For comparing only: "$25.00" and "25" are the same number. */
function plainNumber(text: string): string | null {
  const value = text.trim().endsWith('%') ? percentText(text) : decimalText(text);
  return value === null
    ? null
    : value
        .replace(/^(-?)0+(?=\d)/, '$1')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
}

/** Lines made of summaries, for answers without detail rows. */
export function summaryLines(values: SummaryValue[]): AnswerLine[] {
  return values.map(({ summary, field, value, notes }) => {
    const line = emptyLine(`${summary}.${field}`, 0, kindOfField(field) ?? (/limitation/i.test(field) ? 'F' : ''));
    line.kindText = labelOfField(field);
    line.service = serviceOfSummary(summary);
    line.network = /OutNet$/i.test(field) ? 'out' : /InNet$/i.test(field) ? 'in' : 'not-stated';
    line.level = /^individual/i.test(field)
      ? { code: 'IND', text: 'Individual' }
      : /^family/i.test(field)
        ? { code: 'FAM', text: 'Family' }
        : null;
    if (/remaining/i.test(field)) line.period = periodOf('Remaining');
    if (notes !== null) line.texts.push(notes);
    if (value === null) return line;
    const isShare = value.trim().endsWith('%');
    if (line.kind === 'F' && !/^\s*\$/.test(value)) line.quantity = { value, qualifier: null };
    else if (isShare) line.percent = percentText(value) ?? value;
    else line.amount = decimalText(value) ?? value;
    return line;
  });
}

function serviceOfSummary(summary: string): Coded | null {
  return summary === PLAN_SUMMARY
    ? { code: '30', text: 'Health Benefit Plan Coverage' }
    : serviceOf(labelOf(summary.replace(/Summary$/i, '')));
}
