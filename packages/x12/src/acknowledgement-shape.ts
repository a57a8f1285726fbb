/** What acknowledgements say, element by element. */
import type { Segment } from './segments.ts';

export type AcknowledgedStatus = 'accepted' | 'accepted-with-errors' | 'partly-accepted' | 'rejected' | 'unknown';

export interface InterchangeAcknowledgement {
  kind: 'TA1';
  /** ISA13 of the interchange it speaks of. */
  controlNumber: string | null;
  status: AcknowledgedStatus;
  /** TA105, and what it means. */
  code: string | null;
  words: string[];
  segment: Segment;
}

export interface ElementError {
  /** Place of the element in its segment, and of the part in a composite. */
  position: string | null;
  /** X12's number of the data element. */
  reference: string | null;
  code: string | null;
  /** A copy of what was sent there: may be about the patient. */
  sent: string | null;
  contexts: string[];
}

export interface SegmentError {
  segmentId: string | null;
  /** Counted from ST, which is 1. */
  position: string | null;
  loop: string | null;
  code: string | null;
  contexts: string[];
  elements: ElementError[];
}

export interface AcknowledgedTransaction {
  code: string | null;
  controlNumber: string | null;
  status: AcknowledgedStatus;
  codes: string[];
  segments: SegmentError[];
}

export interface GroupAcknowledgement {
  kind: '997' | '999';
  /** GS01 and GS06 of the group it speaks of. */
  functionalCode: string | null;
  controlNumber: string | null;
  status: AcknowledgedStatus;
  codes: string[];
  counts: { included: string | null; received: string | null; accepted: string | null };
  transactions: AcknowledgedTransaction[];
  /** Everything that is wrong, in words without values of the file. */
  words: string[];
  /** Segments that have no place in an acknowledgement. */
  unread: Segment[];
}

export type Acknowledgement = InterchangeAcknowledgement | GroupAcknowledgement;
