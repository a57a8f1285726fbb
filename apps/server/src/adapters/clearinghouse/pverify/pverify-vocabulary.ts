/** pVerify answers in words where X12 has codes. Words we do not know stay words. */
import type { AnswerNetwork, Coded } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import type { DateShape } from '../answer-date.ts';

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
}

function table(rows: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(rows).map(([words, code]) => [wordsOf(words), code]));
}

/** EB01 */
const KINDS = table({
  active: '1',
  'active coverage': '1',
  'active full risk capitation': '2',
  'active services capitated': '3',
  'active services capitated to primary care physician': '4',
  'active pending investigation': '5',
  inactive: '6',
  'inactive pending eligibility update': '7',
  'inactive pending investigation': '8',
  'co insurance': 'A',
  coinsurance: 'A',
  'co payment': 'B',
  copayment: 'B',
  deductible: 'C',
  'coverage basis': 'CB',
  'benefit description': 'D',
  exclusions: 'E',
  limitations: 'F',
  'out of pocket': 'G',
  'out of pocket stop loss': 'G',
  unlimited: 'H',
  'non covered': 'I',
  'cost containment': 'J',
  reserve: 'K',
  'primary care provider': 'L',
  'pre existing condition': 'M',
  'managed care coordinator': 'MC',
  'services restricted to following provider': 'N',
  'not deemed a medical necessity': 'O',
  'benefit disclaimer': 'P',
  'second surgical opinion required': 'Q',
  'other or additional payor': 'R',
  'other or additional payer': 'R',
  'prior year s history': 'S',
  'card s reported lost stolen': 'T',
  'contact following entity for eligibility or benefit information': 'U',
  'cannot process': 'V',
  'other source of data': 'W',
  'health care facility': 'X',
  'spend down': 'Y',
});

/** EB02 */
const LEVELS = table({
  'children only': 'CHD',
  'dependents only': 'DEP',
  'employee and children': 'ECH',
  'employee only': 'EMP',
  'employee and spouse': 'ESP',
  family: 'FAM',
  individual: 'IND',
  'spouse and children': 'SPC',
  'spouse only': 'SPO',
});

/** EB06 and HSD05 */
const PERIODS = table({
  hour: '6',
  day: '7',
  '24 hours': '13',
  years: '21',
  'service year': '22',
  'calendar year': '23',
  'year to date': '24',
  contract: '25',
  episode: '26',
  visit: '27',
  outlier: '28',
  remaining: '29',
  exceeded: '30',
  'not exceeded': '31',
  lifetime: '32',
  'lifetime remaining': '33',
  month: '34',
  week: '35',
  admission: '36',
});

/** EB09 */
const QUANTITIES = table({
  'quantity used': '99',
  'covered actual': 'CA',
  'covered estimated': 'CE',
  'number of co insurance days': 'D3',
  'deductible blood units': 'DB',
  days: 'DY',
  hours: 'HS',
  maximum: 'M2',
  month: 'MN',
  months: 'MN',
  'number of services or procedures': 'P6',
  'quantity approved': 'QA',
  'age high value': 'S7',
  'age low value': 'S8',
  visits: 'VS',
  years: 'YY',
});

/** EB04 */
const INSURANCE_TYPES = table({
  commercial: 'C1',
  'exclusive provider organization': 'EP',
  epo: 'EP',
  'group policy': 'GP',
  'health maintenance organization hmo': 'HM',
  hmo: 'HM',
  'hmo medicare risk': 'HN',
  'health maintenance organization hmo medicare risk': 'HN',
  'individual policy': 'IP',
  indemnity: 'IN',
  'long term care': 'LC',
  'medicare part a': 'MA',
  'medicare part b': 'MB',
  medicaid: 'MC',
  'medicare primary': 'MP',
  other: 'OT',
  'preferred provider organization ppo': 'PR',
  ppo: 'PR',
  'point of service pos': 'PS',
  pos: 'PS',
  'qualified medicare beneficiary': 'QM',
  'supplemental policy': 'SP',
  'workers compensation': 'WC',
});

/** NM101 of loop 2120 */
const ENTITIES = table({
  'contracted service provider': '13',
  'preferred provider organization ppo': '1I',
  provider: '1P',
  'third party administrator': '2B',
  employer: '36',
  'other physician': '73',
  facility: 'FA',
  'independent physicians association ipa': 'I3',
  'insured or subscriber': 'IL',
  'primary care provider': 'P3',
  'prior insurance carrier': 'P4',
  'plan sponsor': 'P5',
  payer: 'PR',
  payor: 'PR',
  'primary payer': 'PRP',
  'primary payor': 'PRP',
  'secondary payer': 'SEP',
  'secondary payor': 'SEP',
  'tertiary payer': 'TTP',
  'tertiary payor': 'TTP',
  'party performing verification': 'VER',
  vendor: 'VN',
  'utilization management organization': 'X3',
  'managed care organization': 'Y2',
});

const RELATIONSHIPS = table({ self: '18', spouse: '01', child: '19', employee: '20', other: 'G8', 'other relationship': 'G8' });

const PLACES = table({
  telehealth: '02',
  'telehealth provided in patient s home': '10',
  office: '11',
  home: '12',
  'urgent care facility': '20',
  'inpatient hospital': '21',
  'outpatient hospital': '22',
  'on campus outpatient hospital': '22',
  'emergency room hospital': '23',
  'ambulatory surgical center': '24',
  'inpatient psychiatric facility': '51',
  'community mental health center': '53',
  'residential substance abuse treatment facility': '55',
  'psychiatric residential treatment center': '56',
});

const NETWORKS = new Map<string, AnswerNetwork>([
  ['yes', 'in'],
  ['y', 'in'],
  ['in network', 'in'],
  ['no', 'out'],
  ['n', 'out'],
  ['out of network', 'out'],
  ['not applicable', 'both'],
  ['w', 'both'],
  ['both', 'both'],
  ['in and out of network', 'both'],
  ['unknown', 'unknown'],
  ['u', 'unknown'],
]);

const DATES = new Map<string, { qualifier: string; shape: DateShape }>([
  ['plan', { qualifier: '291', shape: 'begin' }],
  ['plan begin', { qualifier: '346', shape: 'begin' }],
  ['plan end', { qualifier: '347', shape: 'end' }],
  ['benefit', { qualifier: '292', shape: 'begin' }],
  ['benefit begin', { qualifier: '348', shape: 'begin' }],
  ['benefit end', { qualifier: '349', shape: 'end' }],
  ['eligibility', { qualifier: '307', shape: 'begin' }],
  ['eligibility begin', { qualifier: '356', shape: 'begin' }],
  ['eligibility end', { qualifier: '357', shape: 'end' }],
  ['premium paid to date begin', { qualifier: '342', shape: 'begin' }],
  ['premium paid to date end', { qualifier: '343', shape: 'end' }],
  ['cobra begin', { qualifier: '340', shape: 'begin' }],
  ['cobra end', { qualifier: '341', shape: 'end' }],
  ['policy effective', { qualifier: '539', shape: 'begin' }],
  ['policy expiration', { qualifier: '540', shape: 'end' }],
  ['coordination of benefits', { qualifier: '290', shape: 'begin' }],
  ['coordination of benefits begin', { qualifier: '290', shape: 'begin' }],
  ['coordination of benefits end', { qualifier: '290', shape: 'end' }],
  ['admission', { qualifier: '435', shape: 'day' }],
  ['added', { qualifier: '318', shape: 'day' }],
  ['date of death', { qualifier: '442', shape: 'day' }],
  ['last update', { qualifier: '636', shape: 'day' }],
  ['date of last update', { qualifier: '636', shape: 'day' }],
  ['service', { qualifier: '472', shape: 'day' }],
  ['status', { qualifier: '771', shape: 'day' }],
]);

const codedBy =
  (codes: Map<string, string>) =>
  (text: string | null): Coded | null =>
    text === null ? null : { code: codes.get(wordsOf(text)) ?? null, text };

export const levelOf = codedBy(LEVELS);
export const periodOf = codedBy(PERIODS);
export const quantityQualifierOf = codedBy(QUANTITIES);
export const insuranceTypeOf = codedBy(INSURANCE_TYPES);
export const entityRoleOf = codedBy(ENTITIES);
export const relationshipOf = codedBy(RELATIONSHIPS);
export const placeOf = codedBy(PLACES);
export const kindOf = codedBy(KINDS);

/** Null: words we do not know, which then are kept as they are. */
export function networkOf(text: string): AnswerNetwork | null {
  return NETWORKS.get(wordsOf(text)) ?? null;
}

/** "Benefit Start Date" and "Benefit Begin" are one thing. */
export function dateMeaning(type: string): { qualifier: string | null; label: string; shape: DateShape } {
  const words = wordsOf(type)
    .replace(/ (start|begin|effective) date$/, ' begin')
    .replace(/ (end|expiration|termination) date$/, ' end')
    .replace(/ start$/, ' begin');
  const known = DATES.get(wordsOf(type)) ?? DATES.get(words);
  const shape: DateShape = words.endsWith(' begin') ? 'begin' : words.endsWith(' end') ? 'end' : 'day';
  return { qualifier: known?.qualifier ?? null, label: type, shape: known?.shape ?? shape };
}
