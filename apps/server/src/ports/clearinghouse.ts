/** What the product needs from a clearinghouse. Adapters implement it; nothing here knows a vendor's words. */
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';

/** What was typed. Dates are YYYY-MM-DD; absent values were left empty. */
export interface TypedFacts {
  memberId?: string;
  firstName?: string;
  lastName?: string;
  suffix?: string;
  birthDate?: string;
  gender?: string;
  ssn?: string;
  groupNumber?: string;
  /** X12 code; absent means self. */
  relationship?: string;
  submitterId?: string;
  /** The day to ask for; absent means today. */
  asOfDate?: string;
}

/** One question about one patient. */
export interface EligibilityQuestion extends TypedFacts {
  /** The payer's code at this clearinghouse. */
  payerCode: string;
  payerName: string;
  provider: { name: string; npi: string; taxId: string };
  /** The practice's local today, for vendors that demand a date. */
  today: string;
  serviceTypes: string[];
  /** Names of the payer's schema fields that may be sent, and of the provider's beside name and NPI. */
  allowedFields: string[];
}

/** What can be sent again to the same vendor later: the vendor's request id. */
export type RequestId = string;

export type AskOutcome =
  /** Accepted, the answer is not there yet. */
  | { kind: 'pending'; requestId: RequestId }
  | { kind: 'answered'; requestId: RequestId | null; answer: PayerAnswer; raw: unknown; practiceType?: string }
  /** The payer refused the question (X12 AAA). Keys as product.md 4.1: payer_<code>, provider_<code>, a form field, subscriber_<code>. */
  | { kind: 'rejected'; requestId: RequestId | null; errors: Record<string, string>; raw: unknown }
  /** The clearinghouse refused the request itself (HTTP 400, `message`). Words by form field, `Message` for the general one. */
  | { kind: 'refused'; errors: Record<string, string[]>; raw: unknown; allowedSearch?: string }
  /** It declares that no answer was got and nothing is under way: asking again or elsewhere is safe. */
  | { kind: 'no-answer'; requestId: RequestId | null; reason: string; raw: unknown }
  /** Lost on the way after the question may have arrived, or not understood: first find out, never ask elsewhere. */
  | { kind: 'uncertain'; reason: string; retryAfterSeconds?: number }
  /** No connection was made, so nothing was asked. Only `ask` answers so. */
  | { kind: 'unreachable'; reason: string }
  /** Our account, quota or credentials: nobody's patient data is wrong. `retryAfterSeconds`: for so long it asks to be left alone. */
  | { kind: 'unavailable'; reason: string; retryAfterSeconds?: number };

/** ISA13 of both interchanges; null where none came back. Either side finds the exchange by them. */
export interface ControlNumbers {
  sent: string;
  received: string | null;
}

/** Facts of one HTTP exchange for the attempts table; no patient data. */
export interface ExchangeLog {
  (entry: {
    operation: 'ask' | 'fetch' | 'find' | 'withdraw';
    httpStatus: number | null;
    durationMs: number;
    vendorCode: string | null;
    /** Of X12: the interchange sent, and the one that came back. */
    controlNumbers?: ControlNumbers;
  }): void;
}

export interface AskOptions {
  /** Ends the exchange; what is then unknown is 'uncertain'. */
  signal: AbortSignal;
  onExchange?: ExchangeLog;
}

/**
 * How a clearinghouse describes itself, and how it is asked. Where its payers come from shows in whether it is a directory, too. Failures of
 * the other side are outcomes, never exceptions. Reasons hold no patient data.
 */
export interface Clearinghouse extends Partial<PayerDirectory> {
  /** Stored with whatever is asked through it, so it never changes; two trading partners of one kind differ after a colon. */
  readonly id: string;
  /** What it calls itself, wherever people read who was asked. */
  readonly name: string;
  /** What the codes of its states mean, for admins; a code that is not here stands alone. */
  readonly states: Readonly<Record<string, string>>;
  /** True where the same question, asked again, is answered with what was told before until that is withdrawn. */
  readonly keepsAnswers: boolean;
  /** Sends the question. */
  ask(question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome>;
  /** Looks after a question that was accepted earlier. A look that fails is 'uncertain' or 'unavailable' and changes nothing. */
  fetch(requestId: RequestId, question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome | { kind: 'gone' }>;
  /**
   * After a lost answer: whether the question arrived. Never causes a second billable transaction by itself where that costs. 'not-found' is
   * no proof that it never arrived (it may have been answered at once), so it allows neither asking again nor asking elsewhere by itself.
   */
  findLost(question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome | { kind: 'not-found' }>;
  /** Withdraws a pending question. False where it was too late or is not possible. */
  withdraw(requestId: RequestId, options: AskOptions): Promise<boolean>;
  /** Pauses before each look after a question, in ms; the last repeats. */
  readonly lookAfterMs: readonly number[];
}

/** A payer as its source lists it. */
export interface ListedPayer {
  code: string;
  name: string;
  isAvailable: boolean;
  /** False where people at the clearinghouse find the answer out, which takes hours. */
  isElectronic: boolean;
}

/** What a payer wants to know. */
export interface PayerConfiguration extends PayerSchema {
  /** Beside the form: what of the asking provider it takes, name and NPI apart. */
  providerFields: string[];
}

/** What a directory rejects with. The message names the technical reason only. */
export interface DirectoryFailure extends Error {
  /**
   * 'refused': our account or our number of requests; 'error': an error of its own (HTTP 5xx); 'unreadable': also a list that ends too
   * early; 'empty': a list of nobody.
   */
  readonly failure: 'no-answer' | 'refused' | 'error' | 'unreadable' | 'empty';
}

/** Rejects with a DirectoryFailure where the source cannot be read. Without one, admins enter the codes of its payers by hand. */
export interface PayerDirectory {
  /** Every payer usable for eligibility, page by page. */
  listPayers(options: AskOptions): AsyncIterable<ListedPayer[]>;
  /** Null where the source has no configuration for the payer. Absent where it publishes none at all. */
  fetchSchema?(payerCode: string, options: AskOptions): Promise<PayerConfiguration | null>;
  /** Configurations of all payers where the source can send them together; pages. */
  listSchemas?(options: AskOptions): AsyncIterable<{ payerCode: string; schema: PayerConfiguration }[]>;
}

/** Those that are configured, by id, in the order in which they are asked unless a payer's admin says otherwise. */
export type Clearinghouses = Readonly<Record<string, Clearinghouse>>;
