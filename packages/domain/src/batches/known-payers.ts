/** What a name in a list is compared with, and what came of it (product.md 19.2). */

export interface KnownPayer {
  id: string;
  /** Its own name first, then every other it is known by. */
  names: readonly string[];
  /** Those of every clearinghouse. */
  codes: readonly string[];
  /** Original Medicare. */
  isMedicare: boolean;
}

export interface PayerBook {
  payers: readonly KnownPayer[];
  /** Payers by the first three characters of a member id. */
  prefixes: ReadonlyMap<string, string>;
  /** What the organization decided before, by `decidedKey` of the name. */
  decided: ReadonlyMap<string, string>;
}

/** What a row says about its payer; '' where it says nothing. */
export interface SaidPayer {
  name: string;
  code: string;
  memberId: string;
}

/** `certain` is taken; the first of `likely` is proposed, and a person decides once for all rows of that name. */
export type PayerMatch = { kind: 'certain'; id: string } | { kind: 'likely'; ids: string[] } | { kind: 'none' };
