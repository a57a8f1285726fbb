/** The rows under Availity's benefit kinds and network buckets, each as one neutral line. */
import type { AnswerLine, AnswerNetwork, Coded } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { coded, emptyEntity, emptyLine } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { decimalText, percentText } from '../decimal-text.ts';
import { labelOf } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import { readDates } from './availity-dates.ts';
import { readAuthorization, readContacts, readDeliveries, readNotes } from './availity-entity.ts';

const NETWORKS: Record<string, AnswerNetwork> = {
  inNetwork: 'in',
  outOfNetwork: 'out',
  notApplicableNetwork: 'both',
  noNetwork: 'not-stated',
};

/** X12 EB01 of the kinds that Availity keeps apart by name. */
const KINDS: Record<string, string> = {
  coInsurance: 'A',
  coPayment: 'B',
  deductibles: 'C',
  outOfPocket: 'G',
  benefitDescriptions: 'D',
  costContainment: 'J',
  coverageBasis: 'CB',
  exclusions: 'E',
  limitations: 'F',
  nonCovered: 'I',
  preexistingConditions: 'M',
  reserve: 'K',
};

export interface RowContext {
  plan: number;
  service: Coded | null;
  /** The benefit's own status, for rows that detail it. */
  status: Coded | null;
}

/** Takes every benefit kind out of a plan, benefit or its amounts; names we do not know are taken too if they hold network buckets. */
export function readKinds(reader: FactReader, path: string, context: RowContext): AnswerLine[] {
  return reader
    .unread()
    .filter((key) => key in KINDS || key === 'statusDetails' || looksLikeBuckets(reader, key))
    .flatMap((key) => {
      const buckets = reader.object(key);
      return buckets === null ? [] : readBuckets(buckets, { path: `${path}.${key}`, key, context });
    });
}

function looksLikeBuckets(reader: FactReader, key: string): boolean {
  return Object.keys(reader.peek(key) ?? {}).some((name) => name in NETWORKS);
}

function readBuckets(buckets: FactReader, at: { path: string; key: string; context: RowContext }): AnswerLine[] {
  const rows = buckets.unread().flatMap((bucket) =>
    buckets.list(bucket).map(({ reader, index }) => {
      const line = readRow(reader, { ...at, path: `${at.path}.${bucket}.${index}` });
      line.network = NETWORKS[bucket] ?? 'not-stated';
      if (!(bucket in NETWORKS)) line.facts.push({ label: 'Network', value: labelOf(bucket) });
      return line;
    }),
  );
  const rest = buckets.facts();
  if (rest.length === 0) return rows;
  // Something else than rows stood where rows belong.
  const line = emptyLine(at.path, at.context.plan, KINDS[at.key] ?? '');
  return [...rows, { ...line, kindText: labelOf(at.key), service: at.context.service, facts: rest }];
}

function readRow(reader: FactReader, at: { path: string; key: string; context: RowContext }): AnswerLine {
  const { plan, service } = at.context;
  const line = emptyLine(at.path, plan, KINDS[at.key] ?? '');
  line.service = service;
  if (at.key === 'statusDetails') readStatus(line, reader, at.context.status);
  else if (!(at.key in KINDS)) line.kindText = labelOf(at.key);
  readAmounts(line, reader);
  line.level = coded(reader.text('levelCode'), reader.text('level'));
  line.insuranceType = coded(reader.text('insuranceTypeCode'), reader.text('insuranceType'));
  line.planName = reader.text('planName');
  line.placeOfService = coded(reader.text('placeOfServiceCode'), reader.text('placeOfService'));
  const quantity = reader.text('quantity');
  const qualifier = coded(reader.text('quantityQualifierCode'), reader.text('quantityQualifier'));
  if (quantity !== null) line.quantity = { value: quantity, qualifier };
  else if (qualifier !== null)
    for (const value of [qualifier.text, qualifier.code]) if (value !== null) line.facts.push({ label: 'Quantity of', value });
  line.authorization = readAuthorization(reader);
  const description = reader.text('description');
  line.texts = [...(description === null ? [] : [description]), ...readNotes(reader)];
  const contacts = readContacts(reader, 'contacts');
  if (contacts.length > 0) line.entities.push({ ...emptyEntity({ code: null, text: 'Contact' }), contacts });
  line.deliveries = readDeliveries(reader, line.facts);
  line.dates = readDates(reader);
  line.facts.push(...reader.facts());
  return line;
}

function readStatus(line: AnswerLine, reader: FactReader, status: Coded | null): void {
  const code = reader.text('statusCode');
  const text = reader.text('status');
  line.kind = code ?? (text === null ? (status?.code ?? '') : '');
  line.kindText = text ?? (code === null ? (status?.text ?? null) : null);
}

/** `units` says whether amounts are dollars or a fraction. Co-insurance without units is a share, all else dollars. */
function readAmounts(line: AnswerLine, reader: FactReader): void {
  const units = reader.text('units');
  const isShare = units === null ? line.kind === 'A' : /^percent/i.test(units);
  const amount = reader.text('amount');
  line.period = coded(reader.text('amountTimePeriodCode'), reader.text('amountTimePeriod'));
  line.totalPeriod = coded(reader.text('totalTimePeriodCode'), reader.text('totalTimePeriod'));
  line.remainingPeriod = coded(reader.text('remainingTimePeriodCode'), reader.text('remainingTimePeriod'));
  const total = reader.text('total');
  const remaining = reader.text('remaining');
  const isKnown = units === null || isShare || /^(usd|dollars?)$/i.test(units);
  if (!isKnown) {
    // Neither money nor a share ("Days"): no field fits, so it is kept in words.
    const sent: [string, string | null][] = [
      ['Amount', amount],
      ['Total', total],
      ['Remaining', remaining],
    ];
    for (const [label, value] of sent) if (value !== null) line.facts.push({ label, value: `${value} ${units}` });
    if (sent.every(([, value]) => value === null)) line.facts.push({ label: 'Units', value: units });
    return;
  }
  const read = (value: string): string => (isShare ? percentText(value) : decimalText(value)) ?? value;
  if (amount !== null) line[isShare ? 'percent' : 'amount'] = read(amount);
  if (total !== null) line.total = read(total);
  if (remaining !== null) line.remaining = read(remaining);
  if (units !== null && amount === null && total === null && remaining === null) line.facts.push({ label: 'Units', value: units });
}
