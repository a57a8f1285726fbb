/** What a line of an answer is about (X12 EB01) and where it belongs on the page (product.md 10.1, 10.2). */
import type { AuxiliaryBenefit, AuxiliaryType, PaymentType } from '@coverlight/contract/inquiries/coverage.schema.ts';

export type LinePlace =
  | { place: 'status' }
  | { place: 'payment'; payment: PaymentType }
  | { place: 'auxiliary'; auxiliary: AuxiliaryType }
  | { place: 'other-payer' };

export type KnownKind = LinePlace & { code: string; label: string };

const status = (code: string, label: string): KnownKind => ({ code, label, place: 'status' });
const payment = (code: string, label: string, type: PaymentType): KnownKind => ({ code, label, place: 'payment', payment: type });
const auxiliary = (code: string, label: string, type: AuxiliaryType): KnownKind => ({ code, label, place: 'auxiliary', auxiliary: type });

const KINDS: KnownKind[] = [
  // Not an X12 status, yet seen; it is neither active nor inactive (product.md 10.1).
  status('0', 'Unknown'),
  status('1', 'Active Coverage'),
  status('2', 'Active - Full Risk Capitation'),
  status('3', 'Active - Services Capitated'),
  status('4', 'Active - Services Capitated to Primary Care Physician'),
  status('5', 'Active - Pending Investigation'),
  status('6', 'Inactive'),
  status('7', 'Inactive - Pending Eligibility Update'),
  status('8', 'Inactive - Pending Investigation'),
  payment('A', 'Co-Insurance', 'coInsurance'),
  payment('B', 'Co-Payment', 'coPayment'),
  payment('C', 'Deductible', 'deductibles'),
  payment('G', 'Out of Pocket (Stop Loss)', 'outOfPocket'),
  auxiliary('CB', 'Coverage Basis', 'coverageBasis'),
  auxiliary('D', 'Benefit Description', 'benefitDescriptions'),
  auxiliary('E', 'Exclusions', 'exclusions'),
  auxiliary('F', 'Limitations', 'limitations'),
  auxiliary('H', 'Unlimited', 'limitations'),
  auxiliary('I', 'Non-Covered', 'nonCovered'),
  auxiliary('J', 'Cost Containment', 'costContainment'),
  auxiliary('K', 'Reserve', 'reserve'),
  auxiliary('L', 'Primary Care Provider', 'contact'),
  auxiliary('M', 'Pre-existing Condition', 'preexistingConditions'),
  auxiliary('MC', 'Managed Care Coordinator', 'contact'),
  auxiliary('N', 'Services Restricted to Following Provider', 'contact'),
  auxiliary('O', 'Not Deemed a Medical Necessity', 'other'),
  auxiliary('P', 'Benefit Disclaimer', 'other'),
  auxiliary('Q', 'Second Surgical Opinion Required', 'other'),
  { code: 'R', label: 'Other or Additional Payor', place: 'other-payer' },
  auxiliary('S', 'Prior Year(s) History', 'other'),
  auxiliary('T', 'Card(s) Reported Lost/Stolen', 'other'),
  auxiliary('U', 'Contact Following Entity for Eligibility or Benefit Information', 'contact'),
  auxiliary('V', 'Cannot Process', 'other'),
  auxiliary('W', 'Other Source of Data', 'other'),
  auxiliary('X', 'Health Care Facility', 'contact'),
  auxiliary('Y', 'Spend Down', 'other'),
];

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const BY_CODE = new Map(KINDS.map((kind) => [kind.code, kind]));
const BY_WORDS = new Map(KINDS.map((kind) => [plain(kind.label), kind]));

/** Other words for a kind, as vendors write them. Contacts and remarks that come without any code are kept as such. */
const OTHER_WORDS: Record<string, string> = {
  active: '1',
  inactivecoverage: '6',
  notactive: '6',
  coinsurance: 'A',
  copay: 'B',
  copayment: 'B',
  deductibles: 'C',
  outofpocket: 'G',
  outofpocketmaximum: 'G',
  stoploss: 'G',
  exclusion: 'E',
  limitation: 'F',
  noncovered: 'I',
  notcovered: 'I',
  benefitdescriptions: 'D',
  preexistingconditions: 'M',
  otheroradditionalpayer: 'R',
  additionalpayer: 'R',
  cardreportedlost: 'T',
  cardreportedloststolen: 'T',
  contact: 'U',
  contactfollowingentity: 'U',
};
for (const [words, code] of Object.entries(OTHER_WORDS)) {
  const kind = BY_CODE.get(code);
  if (kind) BY_WORDS.set(words, kind);
}
const UNCODED_CONTACT = auxiliary('', 'Contact', 'contact');
const UNCODED_REMARK = auxiliary('', 'Other', 'other');
const UNCODED: Record<string, KnownKind> = {
  contacts: UNCODED_CONTACT,
  provider: UNCODED_CONTACT,
  other: UNCODED_REMARK,
  payernote: UNCODED_REMARK,
  payernotes: UNCODED_REMARK,
};

// Words for an end of cover that payers send without a code; anything longer may say something else.
const ENDED = /^(?:coverage |plan )?(?:is )?(?:terminated|termed|cancell?ed|lapsed|ineligible|not eligible|disenrolled)(?: coverage)?$/i;

/**
 * The kind by code, else by words where no code was sent; null for kinds that nobody defined, which are shown as sent. A
 * line that states no kind at all is a contact where it names somebody, else a remark.
 */
export function readKind(line: { kind: string; kindText: string | null; entities: readonly unknown[] }): KnownKind | null {
  const code = line.kind.trim();
  const words = plain(line.kindText ?? '');
  if (code !== '') return BY_CODE.get(code.toUpperCase()) ?? null;
  if (words === '') return line.entities.length > 0 ? UNCODED_CONTACT : UNCODED_REMARK;
  if (ENDED.test(line.kindText?.trim() ?? '')) return BY_CODE.get('6') ?? null;
  return BY_WORDS.get(words) ?? UNCODED[words] ?? null;
}

/** The name of an EB01 code; null for an unknown one. */
export function kindLabel(code: string): string | null {
  return BY_CODE.get(code)?.label ?? null;
}

/** What to call a line without any kind: by what it holds. Nobody reads anything into a service that was merely named. */
export function uncodedTitle(line: Pick<AuxiliaryBenefit, 'contacts' | 'text' | 'facts' | 'dates'>): string {
  if (line.contacts.length > 0) return 'Contact';
  return line.text === null && line.facts.length + line.dates.length === 0 ? 'Named, and nothing more said' : 'Remark';
}
