/** What is compared, and what comes out (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Change, ChangeCode, NotComparable } from '@coverlight/contract/persons/changes.schema.ts';

/** A complete answer as it was asked for. */
export interface ComparedAnswer {
  coverage: Coverage;
  /** Which clearinghouse carried it. */
  source: string;
  /** Service types asked for (codes); empty: the plan as a whole. */
  asked: readonly string[];
  /** YYYY-MM-DD: the day asked for. */
  asOf: string;
  /** The instant the answer came. */
  answeredAt: string;
}

export interface ComparisonOptions {
  /** An end within so many days is soon. */
  endsSoonDays: number;
  /** YYYY-MM-DD: the practice's today. */
  today: string;
  /** Days of service, as far as known; those after a retroactive end are named. */
  visits?: readonly string[];
}

export interface Comparison {
  /** The gravest first, in an order that does not depend on the payer's. */
  changes: Change[];
  notComparable: NotComparable[];
}

/** Networks as lines are paired by them; '' where the payer did not say, or does not know. */
export type CellNetwork = 'in' | 'out' | 'both' | '';

/** A change on its way: what tells of the same thing for several services or networks becomes one. */
export interface Found {
  code: ChangeCode;
  plan: string | null;
  services: string[];
  level: string | null;
  networks: CellNetwork[];
  period: string | null;
  before: string | null;
  after: string | null;
  beforeIds: string[];
  afterIds: string[];
  /** What it is about, where the code alone does not tell: "Co-payment". */
  subject: string | null;
  /** The whole sentence, where one made of the parts would not do. */
  sentence: string | null;
}

export function found(code: ChangeCode, over: Partial<Omit<Found, 'code'>> = {}): Found {
  return {
    code,
    plan: null,
    services: [],
    level: null,
    networks: [],
    period: null,
    before: null,
    after: null,
    beforeIds: [],
    afterIds: [],
    subject: null,
    sentence: null,
    ...over,
  };
}

/** Something that one of the answers says and the other does not. */
export interface Unpaired {
  plan: string | null;
  /** X12 code; null for a service without one. */
  serviceCode: string | null;
  service: string | null;
  /** "Co-payment, individual, in network: $25.00". */
  words: string;
  lineIds: string[];
}

/** What the two answers about one matter differ in. */
export interface Findings {
  changes: Found[];
  /** Said before, and not now. */
  gone: Unpaired[];
  /** Said now, and not before. */
  added: Unpaired[];
}

export const noFindings = (): Findings => ({ changes: [], gone: [], added: [] });
