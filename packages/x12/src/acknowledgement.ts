/** TA1, 997 and 999: what became of an interchange that was sent. None of them says anything about a patient's cover. */
import type {
  AcknowledgedStatus,
  AcknowledgedTransaction,
  Acknowledgement,
  ElementError,
  GroupAcknowledgement,
  InterchangeAcknowledgement,
  SegmentError,
} from './acknowledgement-shape.ts';
import { acknowledgementWords } from './acknowledgement-words.ts';
import { at, orNull } from './elements.ts';
import type { Interchange, Transaction } from './envelopes.ts';
import type { Segment } from './segments.ts';

const STATUSES: ReadonlyMap<string, AcknowledgedStatus> = new Map([
  ['A', 'accepted'],
  ['E', 'accepted-with-errors'],
  ['P', 'partly-accepted'],
  ['R', 'rejected'],
  ['M', 'rejected'],
  ['W', 'rejected'],
  ['X', 'rejected'],
]);
const statusOf = (code: string): AcknowledgedStatus => STATUSES.get(code.trim().toUpperCase()) ?? 'unknown';
const codesFrom = (segment: Segment, from: number): string[] =>
  segment.elements
    .slice(from)
    .map((code) => code.trim())
    .filter((code) => code !== '');

function readInterchangeAcknowledgement(segment: Segment): InterchangeAcknowledgement {
  const acknowledgement: InterchangeAcknowledgement = {
    kind: 'TA1',
    controlNumber: orNull(at(segment, 1)),
    status: statusOf(at(segment, 4)),
    code: orNull(at(segment, 5)),
    words: [],
    segment,
  };
  return { ...acknowledgement, words: acknowledgementWords(acknowledgement) };
}

interface Reader {
  group: GroupAcknowledgement;
  transaction: AcknowledgedTransaction | null;
  segment: SegmentError | null;
  element: ElementError | null;
}

function openTransaction(reader: Reader, code: string, controlNumber: string): AcknowledgedTransaction {
  const transaction: AcknowledgedTransaction = {
    code: orNull(code),
    controlNumber: orNull(controlNumber),
    status: 'unknown',
    codes: [],
    segments: [],
  };
  reader.group.transactions.push(transaction);
  reader.segment = null;
  reader.element = null;
  reader.transaction = transaction;
  return transaction;
}

function openSegment(reader: Reader, segment: Segment): SegmentError {
  const error: SegmentError = {
    segmentId: orNull(at(segment, 1)),
    position: orNull(at(segment, 2)),
    loop: orNull(at(segment, 3)),
    code: orNull(at(segment, 4)),
    contexts: [],
    elements: [],
  };
  (reader.transaction ?? openTransaction(reader, '', '')).segments.push(error);
  reader.element = null;
  reader.segment = error;
  return error;
}

function readElement(reader: Reader, segment: Segment): void {
  const owner = reader.segment ?? openSegment(reader, { ...segment, elements: [segment.id] });
  reader.element = {
    position: orNull(at(segment, 1)),
    reference: orNull(at(segment, 2)),
    code: orNull(at(segment, 3)),
    sent: orNull(at(segment, 4)),
    contexts: [],
  };
  owner.elements.push(reader.element);
}

function closeGroup({ group }: Reader, segment: Segment): void {
  group.status = statusOf(at(segment, 1));
  group.counts = { included: orNull(at(segment, 2)), received: orNull(at(segment, 3)), accepted: orNull(at(segment, 4)) };
  group.codes = codesFrom(segment, 5);
}

function readSegment(reader: Reader, segment: Segment): void {
  switch (segment.id) {
    case 'ST':
    case 'SE':
      return;
    case 'AK1':
      reader.group.functionalCode = orNull(at(segment, 1));
      reader.group.controlNumber = orNull(at(segment, 2));
      return;
    case 'AK2':
      openTransaction(reader, at(segment, 1), at(segment, 2));
      return;
    case 'AK3':
    case 'IK3':
      openSegment(reader, segment);
      return;
    case 'AK4':
    case 'IK4':
      readElement(reader, segment);
      return;
    case 'CTX':
      (reader.element ?? reader.segment)?.contexts.push(segment.elements.slice(1).join(segment.delimiters.element));
      if (reader.segment === null) reader.group.unread.push(segment);
      return;
    case 'AK5':
    case 'IK5': {
      const transaction = reader.transaction ?? openTransaction(reader, '', '');
      transaction.status = statusOf(at(segment, 1));
      transaction.codes = codesFrom(segment, 2);
      return;
    }
    case 'AK9':
      closeGroup(reader, segment);
      return;
    default:
      reader.group.unread.push(segment);
  }
}

function readGroupAcknowledgement(transaction: Transaction): GroupAcknowledgement {
  const is999 = transaction.code === '999' || transaction.segments.some(({ id }) => id.startsWith('IK'));
  const group: GroupAcknowledgement = {
    kind: is999 ? '999' : '997',
    functionalCode: null,
    controlNumber: null,
    status: 'unknown',
    codes: [],
    counts: { included: null, received: null, accepted: null },
    transactions: [],
    words: [],
    unread: [],
  };
  const reader: Reader = { group, transaction: null, segment: null, element: null };
  for (const segment of transaction.segments) readSegment(reader, segment);
  group.words = acknowledgementWords(group);
  return group;
}

/** Every acknowledgement that an interchange holds: its TA1 segments, then its 997 and 999 transactions. Never throws. */
export function readAcknowledgement(interchange: Interchange): Acknowledgement[] {
  const transactions = interchange.groups.flatMap((group) => group.transactions);
  return [
    ...interchange.acknowledgements.map(readInterchangeAcknowledgement),
    ...transactions.filter(({ code }) => code === '997' || code === '999').map(readGroupAcknowledgement),
  ];
}
