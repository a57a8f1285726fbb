/** A file as the claims of a remittance. Whatever else it is, is refused in words; of its people nothing is said (product.md 20.10). */
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read835 } from '@coverlight/x12/read-835.ts';
import type { Problem, ProblemCode } from '@coverlight/x12/problems.ts';
import type { Remittance, RemittanceClaim } from '@coverlight/x12/remittance.ts';
import { invalid } from '#http/app-error.ts';

export const MOST_BYTES = 2 * 1024 * 1024;
export const TOO_LARGE = 'This is larger than 2 MB. Please ask for a file of fewer payments.';

export interface ReadClaim {
  /** Its place in the file. */
  key: string;
  claim: RemittanceClaim;
  payment: Remittance;
}

export interface ReadRemittance {
  payments: Remittance[];
  claims: ReadClaim[];
  /** Why something may be missing from it, a sentence each. */
  notes: string[];
}

const refuse = (words: string) => invalid({ file: [words] });

const KINDS: ReadonlyMap<string, string> = new Map([
  ['837', 'a claim file (837)'],
  ['271', 'an eligibility answer (271)'],
  ['270', 'an eligibility question (270)'],
  ['277', 'a claim status (277)'],
  ['999', 'an acknowledgement (999)'],
  ['997', 'an acknowledgement (997)'],
]);

/** Codes are quoted where they are codes; anything else may be a name. */
function kindWords(codes: readonly string[]): string {
  const known = codes.find((code) => KINDS.has(code));
  if (known !== undefined) return KINDS.get(known) ?? '';
  const code = codes.find((each) => /^\d{3}$/.test(each));
  return code === undefined ? 'X12 of an unknown kind' : `X12 of another kind (${code})`;
}

const COUNTS: ReadonlySet<ProblemCode> = new Set(['count', 'control-number']);
const HEADLESS: ReadonlySet<ProblemCode> = new Set(['stray-segment', 'no-interchange-header', 'group-header', 'transaction-header']);

/** Of counts and headers it is only said that they do not agree: what stands in their place may be a name. */
function notesOf(problems: readonly Problem[]): string[] {
  const has = (codes: ReadonlySet<ProblemCode>) => problems.some(({ code }) => codes.has(code));
  return [
    ...(has(COUNTS)
      ? [
          'The counts and numbers at the ends in this file (SE, GE, IEA) do not agree with what it holds: something may be missing. Get it again.',
        ]
      : []),
    ...(has(HEADLESS)
      ? ['Parts of this file stand outside any payment and were not read, or its beginning (ISA, GS, ST) is missing. Get it again.']
      : []),
  ];
}

/** Throws 422 under `file`. */
export function readRemittance(bytes: Uint8Array): ReadRemittance {
  const reading = readInterchanges(bytes);
  const { problems } = reading;
  if (problems.some(({ code }) => code === 'too-many-segments' || code === 'too-large')) throw refuse(TOO_LARGE);
  const all = transactionsOf(reading);
  if (all.length === 0) throw refuse('This is no X12 file. A remittance (835) begins with ISA.');
  const transactions = all.filter(({ code }) => code === '835');
  if (transactions.length === 0) throw refuse(`This is ${kindWords(all.map(({ code }) => code))}, no remittance (835).`);
  if (transactions.some(({ trailer }) => trailer === null))
    throw refuse('The file is cut off: the end of a payment (SE) is missing. Please get it again.');
  if (problems.some(({ code }) => code === 'group-trailer' || code === 'interchange-trailer'))
    throw refuse('The file is cut off: its end (IEA) is missing. Please get it again.');
  const payments = transactions.map((transaction) => read835(transaction));
  const claims = payments.flatMap((payment, at) => payment.claims.map((claim, place) => ({ key: `${at}-${place}`, claim, payment })));
  if (claims.length === 0) throw refuse('This remittance holds no claims.');
  return { payments, claims, notes: notesOf(problems) };
}
