/** What a change is called and how grave it is (product.md 18.4). */
import type { ChangeCode, Gravity } from '@coverlight/contract/persons/changes.schema.ts';

/** Of these rules. Two comparisons of one pair of answers may differ where it does: a higher one is made again. */
export const RULES_VERSION = 1;

interface Told {
  gravity: Gravity;
  /** A few words, for lists and flags. */
  title: string;
}

const urgent = (title: string): Told => ({ gravity: 'urgent', title });
const look = (title: string): Told => ({ gravity: 'look', title });
const info = (title: string): Told => ({ gravity: 'info', title });

/** In the order in which changes are told: the gravest first. */
const CODES: Readonly<Record<ChangeCode, Told>> = {
  deceased: urgent("The payer's record has ended"),
  'became-inactive': urgent('Now inactive'),
  'coverage-ended': urgent('Cover ended'),
  'coverage-ends-soon': urgent('Cover ends soon'),
  'at-risk-began': urgent('Now at risk'),
  'other-payer-now-primary': urgent('Another payer is now primary'),
  'other-payer-appeared': urgent('Another payer is named'),
  'medicare-advantage-appeared': urgent('Medicare Advantage is named'),
  'carve-out-appeared': urgent('Behavioral health now handled elsewhere'),
  'carve-out-changed': urgent('Behavioral health administrator changed'),
  'plan-changed': urgent('Plan changed'),
  'member-id-changed': urgent('Member ID changed'),
  'now-not-covered': urgent('Now not covered'),
  'authorization-now-required': urgent('Authorization now required'),
  'limit-exhausted': urgent('Limit used up'),
  'retro-ended': look('Cover ended in the past'),
  'active-again': look('Active again'),
  'retro-added': look('Cover added back in time'),
  'identity-corrected': look('Payer corrected the record'),
  'group-changed': look('Group changed'),
  'network-name-changed': look('Network changed'),
  'plan-year-began': look('New plan year'),
  'went-backwards': look('Amount used went back'),
  'copay-changed': look('Co-payment changed'),
  'coinsurance-changed': look('Co-insurance changed'),
  'deductible-total-changed': look('Deductible changed'),
  'out-of-pocket-total-changed': look('Out-of-pocket limit changed'),
  'limit-changed': look('Limit changed'),
  'authorization-no-longer': look('Authorization no longer required'),
  'contradiction-began': look('Payer now contradicts itself'),
  'now-silent': look('No longer stated'),
  'deductible-met': info('Deductible met'),
  'out-of-pocket-met': info('Out-of-pocket limit met'),
  accumulated: info('More used since'),
  'no-longer-silent': info('Now stated'),
  'contact-changed': info('Contact changed'),
  'words-only': info('Wording changed'),
};

export const gravityOf = (code: ChangeCode): Gravity => CODES[code].gravity;

export const changeTitle = (code: ChangeCode): string => CODES[code].title;

const GRAVEST_FIRST: readonly Gravity[] = ['urgent', 'look', 'info'];
const ORDER: ReadonlyMap<string, number> = new Map(Object.keys(CODES).map((code, index) => [code, index]));

/** Below zero where `a` is told before `b`: the gravest first. */
export const compareCodes = (a: ChangeCode, b: ChangeCode): number => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0);

/** The gravity of the gravest; null where nothing changed. */
export function gravest(codes: readonly ChangeCode[]): Gravity | null {
  return GRAVEST_FIRST.find((gravity) => codes.some((code) => gravityOf(code) === gravity)) ?? null;
}
