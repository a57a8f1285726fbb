/** Kinds of insurance by their X12 codes (EB04), and whether a plan is of one: answers tell theirs in words, each vendor in its own. */

/** As X12 words them; those that a practice meets. */
const WORDS: Readonly<Record<string, string>> = {
  12: 'Medicare Secondary Working Aged Beneficiary or Spouse with Employer Group Health Plan',
  13: "Medicare Secondary End-Stage Renal Disease Beneficiary in the 12 month coordination period with an employer's group health plan",
  14: 'Medicare Secondary, No-fault Insurance including Auto is Primary',
  15: "Medicare Secondary Worker's Compensation",
  16: 'Medicare Secondary Public Health Service (PHS) or Other Federal Agency',
  41: 'Medicare Secondary Black Lung',
  42: "Medicare Secondary Veteran's Administration",
  43: 'Medicare Secondary Disabled Beneficiary Under Age 65 with Large Group Health Plan (LGHP)',
  47: 'Medicare Secondary, Other Liability Insurance is Primary',
  AP: 'Auto Insurance Policy',
  C1: 'Commercial',
  CO: 'Consolidated Omnibus Budget Reconciliation Act (COBRA)',
  CP: 'Medicare Conditionally Primary',
  EP: 'Exclusive Provider Organization (EPO)',
  GP: 'Group Policy',
  HM: 'Health Maintenance Organization (HMO)',
  HN: 'Health Maintenance Organization (HMO) - Medicare Risk',
  HS: 'Special Low Income Medicare Beneficiary',
  IN: 'Indemnity',
  IP: 'Individual Policy',
  MA: 'Medicare Part A',
  MB: 'Medicare Part B',
  MC: 'Medicaid',
  MH: 'Medigap Part A',
  MI: 'Medigap Part B',
  MP: 'Medicare Primary',
  OT: 'Other',
  PR: 'Preferred Provider Organization (PPO)',
  PS: 'Point of Service (POS)',
  QM: 'Qualified Medicare Beneficiary',
  SP: 'Supplemental Policy',
  WC: 'Workers Compensation',
};

const plain = (words: string): string =>
  words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();

/** What the same kind is called: whole, without what stands in parentheses, and, where nothing follows those, in short. */
function namesOf(words: string): string[] {
  const short = /\(([A-Z]+)\)$/.exec(words)?.[1];
  return [words, words.replaceAll(/\([^)]*\)/g, ' '), ...(short === undefined ? [] : [short])].map(plain);
}

/** `said`: the plan's insurance type as the answer words it, or its code; null: it told none. */
export function isOfInsuranceType(said: string | null, code: string): boolean {
  if (said === null) return false;
  const wanted = new Set([plain(code), ...namesOf(WORDS[code.toUpperCase()] ?? code)]);
  return namesOf(said.trim()).some((name) => wanted.has(name));
}
