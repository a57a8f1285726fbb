/** What the codes of acknowledgements mean, in short sentences that hold no value of what was sent. */
import type { Acknowledgement, AcknowledgedStatus, ElementError, SegmentError } from './acknowledgement-shape.ts';

const STATUS_WORDS: Record<AcknowledgedStatus, string> = {
  accepted: 'accepted',
  'accepted-with-errors': 'accepted with errors',
  'partly-accepted': 'accepted in part',
  rejected: 'rejected',
  unknown: 'acknowledged without a status',
};

/** TA105 */
const INTERCHANGE_NOTES = [
  'No error',
  'The control numbers of header and trailer differ',
  'The standard of the control identifier is not supported',
  'The version of the controls is not supported',
  'The segment terminator is invalid',
  'The qualifier of the sender is invalid',
  'The sender is invalid',
  'The qualifier of the receiver is invalid',
  'The receiver is invalid',
  'The receiver is unknown',
  'The authorization qualifier is invalid',
  'The authorization is invalid',
  'The security qualifier is invalid',
  'The security information is invalid',
  'The interchange date is invalid',
  'The interchange time is invalid',
  'The standards identifier is invalid',
  'The version is invalid',
  'The control number is invalid',
  'The request for acknowledgement is invalid',
  'The test indicator is invalid',
  'The number of groups is invalid',
  'The control structure is invalid',
  'The file ends too early',
  'The content is invalid',
  'The control number was used before',
  'The data element separator is invalid',
  'The component separator is invalid',
  'The delivery date is invalid',
  'The delivery time is invalid',
  'The delivery time code is invalid',
  'The grade of service is invalid',
];

/** AK304, IK304 */
const SEGMENT_ERRORS: ReadonlyMap<string, string> = new Map([
  ['1', 'the segment is unknown'],
  ['2', 'the segment is not expected'],
  ['3', 'a required segment is missing'],
  ['4', 'the loop occurs too often'],
  ['5', 'the segment occurs too often'],
  ['6', 'the segment is not in this transaction'],
  ['7', 'the segment is out of order'],
  ['8', 'the segment has errors in its elements'],
  ['I4', 'the segment is not used in this guide'],
  ['I6', 'a segment that depends on another is missing'],
  ['I7', 'the loop occurs too seldom'],
  ['I8', 'the segment is below its minimum use'],
  ['I9', 'a segment that depends on another is not allowed here'],
]);

/** AK403, IK403 */
const ELEMENT_ERRORS: ReadonlyMap<string, string> = new Map([
  ['1', 'a required element is missing'],
  ['2', 'an element that another requires is missing'],
  ['3', 'there are too many elements'],
  ['4', 'the element is too short'],
  ['5', 'the element is too long'],
  ['6', 'a character is invalid'],
  ['7', 'the code is invalid'],
  ['8', 'the date is invalid'],
  ['9', 'the time is invalid'],
  ['10', 'elements that exclude each other were sent'],
  ['12', 'the element repeats too often'],
  ['13', 'there are too many components'],
  ['I6', 'the code is not used in this guide'],
  ['I9', 'an element that depends on another is missing'],
  ['I10', 'the element is not used in this guide'],
  ['I11', 'the element is not as this guide has it'],
  ['I12', 'the value does not follow the pattern of this guide'],
  ['I13', 'an element that depends on another is not allowed here'],
]);

/** AK502, IK502 */
const TRANSACTION_ERRORS: ReadonlyMap<string, string> = new Map([
  ['1', 'the transaction is not supported'],
  ['2', 'the transaction has no trailer'],
  ['3', 'the control numbers of header and trailer differ'],
  ['4', 'the number of segments is wrong'],
  ['5', 'one or more segments are in error'],
  ['6', 'the transaction identifier is missing or invalid'],
  ['7', 'the transaction control number is missing or invalid'],
  ['23', 'the control number is not unique in the group'],
  ['I5', 'it does not follow the guide'],
  ['I6', 'the guide that it names is not supported'],
]);

/** AK905 */
const GROUP_ERRORS: ReadonlyMap<string, string> = new Map([
  ['1', 'the group is not supported'],
  ['2', 'the version of the group is not supported'],
  ['3', 'the group has no trailer'],
  ['4', 'the control numbers of header and trailer differ'],
  ['5', 'the number of transactions is wrong'],
  ['6', 'the group control number breaks the rules'],
  ['17', 'the security of the group is not as agreed'],
  ['19', 'the control number of the group was used before'],
]);

const named = (names: ReadonlyMap<string, string>, code: string): string => names.get(code.toUpperCase()) ?? `code ${safe(code)}`;
/** Codes and ids only: text of the sender's is not repeated. */
const safe = (value: string): string => (/^[\w:]{1,12}$/.test(value) ? value : 'that is none');

function elementWords(element: ElementError): string {
  const place = element.position === null ? 'an element' : `element ${safe(element.position)}`;
  return `${place}: ${element.code === null ? 'an error without a code' : named(ELEMENT_ERRORS, element.code)}`;
}

function segmentWords(segment: SegmentError): string {
  const place = [
    `Segment ${segment.segmentId === null ? 'unnamed' : safe(segment.segmentId)}`,
    segment.position === null ? null : `at ${safe(segment.position)}`,
    segment.loop === null ? null : `in loop ${safe(segment.loop)}`,
  ].filter((part) => part !== null);
  const errors = [...(segment.code === null ? [] : [named(SEGMENT_ERRORS, segment.code)]), ...segment.elements.map(elementWords)];
  return `${place.join(' ')}: ${errors.length === 0 ? 'an error without a code' : errors.join('; ')}.`;
}

const sentence = (what: string, status: AcknowledgedStatus, errors: string[]): string =>
  `${what} was ${STATUS_WORDS[status]}${errors.length === 0 ? '' : `: ${errors.join(', ')}`}.`;

export function acknowledgementWords(acknowledgement: Acknowledgement): string[] {
  if (acknowledgement.kind === 'TA1') {
    const { status, code } = acknowledgement;
    const note = code === null ? null : (INTERCHANGE_NOTES[/^\d+$/.test(code) ? Number(code) : -1] ?? `code ${safe(code)}`);
    return [sentence('The interchange', status, note === null || code === '000' ? [] : [note])];
  }
  const { status, codes, transactions } = acknowledgement;
  return [
    sentence(
      'The group',
      status,
      codes.map((code) => named(GROUP_ERRORS, code)),
    ),
    ...transactions.flatMap((transaction) => [
      ...(transaction.status === 'accepted' && transaction.codes.length === 0
        ? []
        : [
            sentence(
              'The transaction',
              transaction.status,
              transaction.codes.map((code) => named(TRANSACTION_ERRORS, code)),
            ),
          ]),
      ...transaction.segments.map(segmentWords),
    ]),
  ];
}
