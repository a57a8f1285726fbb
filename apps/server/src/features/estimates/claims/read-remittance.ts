/** A file as the claims of a remittance. Whatever else it is, is refused in words; of its people nothing is said (product.md 20.10). */
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read835 } from '@coverlight/x12/read-835.ts';
import type { Remittance, RemittanceClaim } from '@coverlight/x12/remittance.ts';
import { invalid } from '#http/app-error.ts';

export const MOST_BYTES = 2 * 1024 * 1024;
export const TOO_LARGE = 'This is larger than 2 MB. Please ask for a file of fewer payments.';

export interface ReadClaim {
  /** Its place in the file. */
  key: string;
  claim: RemittanceClaim;
  payer: string | null;
  payeeNpi: string | null;
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

/** Throws 422 under `file`. */
export function readRemittance(bytes: Uint8Array): ReadClaim[] {
  const reading = readInterchanges(bytes);
  if (reading.problems.some(({ code }) => code === 'too-many-segments' || code === 'too-large')) throw refuse(TOO_LARGE);
  const all = transactionsOf(reading);
  if (all.length === 0) throw refuse('This is no X12 file. A remittance (835) begins with ISA.');
  const transactions = all.filter(({ code }) => code === '835');
  if (transactions.length === 0) throw refuse(`This is ${kindWords(all.map(({ code }) => code))}, no remittance (835).`);
  if (transactions.some(({ trailer }) => trailer === null))
    throw refuse('The file is cut off: the end of a payment (SE) is missing. Please get it again.');
  const remittances: Remittance[] = transactions.map((transaction) => read835(transaction));
  const claims = remittances.flatMap(({ claims: own, payer, payeeNpi }, at) =>
    own.map((claim, place) => ({ key: `${at}-${place}`, claim, payer, payeeNpi })),
  );
  if (claims.length === 0) throw refuse('This remittance holds no claims.');
  return claims;
}
