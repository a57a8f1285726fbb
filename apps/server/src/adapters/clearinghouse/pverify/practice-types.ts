/**
 * The one table from X12 service types to what pVerify can be asked: a practice type. It has no code for every service, so some stand in for
 * their nearest kin; the answer names what was really asked (product.md 11).
 */

export interface PracticeType {
  /** pVerify's PracticeTypeCode. */
  code: string;
  name: string;
  /** Service types it asks for. */
  serviceTypes: string[];
}

const PRACTICE_TYPES: PracticeType[] = [
  { code: '21', name: 'Mental Health', serviceTypes: ['MH'] },
  { code: '94', name: 'Psychotherapy', serviceTypes: ['A6'] },
  { code: '136', name: 'Psychiatric', serviceTypes: ['A4'] },
  { code: '182', name: 'Mental Health Facility - Inpatient', serviceTypes: ['CG'] },
  { code: '150', name: 'Mental Health Facility - Outpatient', serviceTypes: ['CH'] },
  { code: '59', name: 'Substance Abuse', serviceTypes: ['AI'] },
  { code: '60', name: 'Substance Abuse Facility - Inpatient', serviceTypes: ['CI'] },
  { code: '61', name: 'Substance Abuse Facility - Outpatient', serviceTypes: ['CJ'] },
  { code: '66', name: 'Substance Abuse In- and Outpatient Facility', serviceTypes: ['CI', 'CJ'] },
  { code: '64', name: 'Mental Health and Substance Abuse Professional', serviceTypes: ['MH', 'AI'] },
  { code: '154', name: 'Mental Health and Mental Health Facility - Outpatient', serviceTypes: ['MH', 'CH'] },
  { code: '65', name: 'Mental Health and Substance Abuse In- and Outpatient Facility', serviceTypes: ['MH', 'CI', 'CJ'] },
  { code: '137', name: 'Mental Health, Psychotherapy and Psychiatric', serviceTypes: ['MH', 'A6', 'A4'] },
  { code: '153', name: 'Mental Health, its Outpatient Facility and Substance Abuse Facilities', serviceTypes: ['MH', 'CH', 'CI', 'CJ'] },
  { code: '184', name: 'Mental Health, Substance Abuse and its Facilities', serviceTypes: ['MH', 'AI', 'CI', 'CJ'] },
  { code: '104', name: 'Specialist Office and Mental Health', serviceTypes: ['98', 'MH'] },
  { code: '97', name: 'Specialist Office and Psychotherapy', serviceTypes: ['98', 'A6'] },
  { code: '176', name: 'Mental Health, Primary Care and Specialist Office', serviceTypes: ['MH', '30', '98'] },
  { code: '167', name: 'Mental Health, its Outpatient Facility and Outpatient Physician', serviceTypes: ['MH', 'CH', 'A0'] },
  { code: '161', name: 'Mental Health, Pharmacy, Psychiatric and Psychotherapy', serviceTypes: ['MH', '88', 'A4', 'A6'] },
  { code: '18', name: 'Specialist - Office', serviceTypes: ['98'] },
  { code: '57', name: 'Professional - Outpatient Physician', serviceTypes: ['A0'] },
  { code: '107', name: 'Professional (Physician) Visit - Inpatient', serviceTypes: ['99'] },
  { code: '73', name: 'Hospital - Inpatient', serviceTypes: ['48'] },
  { code: '83', name: 'Hospital - Outpatient', serviceTypes: ['50'] },
  { code: '54', name: 'Emergency Services', serviceTypes: ['86'] },
  { code: '23', name: 'Urgent Care', serviceTypes: ['UC'] },
  { code: '24', name: 'Diagnostic Lab', serviceTypes: ['5'] },
  { code: '77', name: 'Pharmacy', serviceTypes: ['88'] },
  { code: '108', name: 'Home Health Care', serviceTypes: ['42'] },
  { code: '109', name: 'Hospice', serviceTypes: ['45'] },
  { code: '12', name: 'Physical Therapy', serviceTypes: ['PT'] },
  { code: '34', name: 'Occupational Therapy', serviceTypes: ['AD'] },
  { code: '33', name: 'Speech Therapy', serviceTypes: ['AF'] },
  { code: '30', name: 'Chiropractic', serviceTypes: ['33'] },
  { code: '140', name: 'Acupuncture', serviceTypes: ['64'] },
  { code: '101', name: 'Skilled Nursing Facility', serviceTypes: ['AG'] },
  { code: '55', name: 'Routine Physical', serviceTypes: ['81'] },
  { code: '9', name: 'Vision Optometry', serviceTypes: ['AL'] },
  { code: '3', name: 'Durable Medical Equipment', serviceTypes: ['12'] },
];
const WHOLE_PLAN: PracticeType = { code: '70', name: 'General Office Benefits', serviceTypes: ['30'] };

/** The vendor's test host knows these six only; an office visit is what comes nearest to most of what is asked here. */
const OFFICE: PracticeType = { code: '18', name: 'Specialist - Office', serviceTypes: ['98'] };
const TEST_PRACTICE_TYPES: PracticeType[] = [
  OFFICE,
  { code: '3', name: 'Durable Medical Equipment', serviceTypes: ['12'] },
  { code: '12', name: 'Physical Therapy', serviceTypes: ['PT'] },
  { code: '27', name: 'Specialist Office, Surgical Office and Diagnostic Lab', serviceTypes: ['98', '2', '5'] },
  { code: '38', name: 'Physical Therapy and Durable Medical Equipment', serviceTypes: ['PT', '12'] },
  { code: '40', name: 'Physical, Occupational and Speech Therapy', serviceTypes: ['PT', 'AD', 'AF'] },
];

/** What one of the vendor's hosts can be asked, and what it is asked where nothing fits. */
export interface PracticeTypes {
  types: PracticeType[];
  otherwise: PracticeType;
}
const PRODUCTION: PracticeTypes = { types: [WHOLE_PLAN, ...PRACTICE_TYPES], otherwise: WHOLE_PLAN };
const TEST: PracticeTypes = { types: TEST_PRACTICE_TYPES, otherwise: OFFICE };

/** By the host's address: `testapi.pverify.com`, earlier a folder `/Test`. */
export function practiceTypesOf(baseUrl: string): PracticeTypes {
  return /^https?:\/\/testapi\.|\/test\/*$/i.test(baseUrl) ? TEST : PRODUCTION;
}

/** Services without a practice type of their own, and the nearest that has one. */
const NEAREST: Record<string, string> = {
  '22': 'MH',
  '47': '48',
  '51': '86',
  '52': '86',
  '96': '98',
  A5: 'CG',
  A7: 'CG',
  A8: 'CH',
  AJ: 'AI',
  AK: 'AI',
  BB: 'CH',
  BC: 'CH',
  BD: 'A6',
  CE: 'MH',
  CF: 'MH',
  CQ: 'MH',
  E2: 'CG',
  RT: 'CG',
  SMH: 'MH',
};

/**
 * The practice type that asks for most of the wanted services with the fewest others; the host's own otherwise where none fits. `unasked` are the
 * wanted services it does not ask for.
 */
export function choosePracticeType(
  serviceTypes: string[],
  { types, otherwise }: PracticeTypes = PRODUCTION,
): PracticeType & { unasked: string[] } {
  const isAskable = (code: string) => types.some((type) => type.serviceTypes.includes(code));
  const wanted = new Map(serviceTypes.map((code) => [code, isAskable(code) ? code : (NEAREST[code] ?? '30')]));
  const targets = new Set(wanted.size === 0 ? ['30'] : wanted.values());
  let best = otherwise;
  let bestScore = -1;
  for (const candidate of types) {
    const hits = candidate.serviceTypes.filter((code) => targets.has(code)).length;
    const score = hits * 100 - (candidate.serviceTypes.length - hits);
    if (hits > 0 && score > bestScore) [best, bestScore] = [candidate, score];
  }
  return { ...best, unasked: serviceTypes.filter((code) => !best.serviceTypes.includes(wanted.get(code) ?? '')) };
}
