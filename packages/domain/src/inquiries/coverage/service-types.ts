/** X12 service types: their names, which of them are behavioural health, and which are folded away (product.md 10.5). */
import { PLAN_SERVICE_TYPE } from './plan-level.ts';
import { SERVICE_TYPE_NAMES } from './service-type-names.ts';

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Spellings seen on the wire beside the table's own names. */
const OTHER_NAMES: Record<string, string> = {
  partialhospitalization: 'BB',
  daycare: 'BC',
  residentialpsychiatric: 'RT',
  mentalhealthfacilityinpatient: 'CG',
  mentalhealthfacilityoutpatient: 'CH',
  professionalphysicianvisitoffice: '98',
  professionalvisitoffice: '98',
  hospital: '47',
  hospitalinpatient: '48',
  hospitaloutpatient: '50',
  visionoptometry: 'AL',
  healthbenefitplan: '30',
  plancoverage: '30',
  substanceabusetreatment: 'AI',
  alcoholism: 'AJ',
};

const CODE_BY_NAME = new Map<string, string>(Object.entries(OTHER_NAMES));
for (const [code, name] of Object.entries(SERVICE_TYPE_NAMES)) CODE_BY_NAME.set(plain(name), code);

/** The table's name of a code; null for codes outside the table, which are shown as sent. */
export function serviceTypeName(code: string): string | null {
  return SERVICE_TYPE_NAMES[code] ?? null;
}

/** A code with its name, for sentences: "Mental Health (MH)"; an unknown code alone. */
export function serviceTypeLabel(code: string): string {
  const name = serviceTypeName(code);
  return name === null ? code : `${name} (${code})`;
}

const remembered = new Map<string, string | null>();

/** The code that a service's name stands for, whatever its spacing and punctuation; null where no code has that name. */
export function codeOfServiceName(name: string): string | null {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const code = CODE_BY_NAME.get(plain(name)) ?? null;
  // Bounded, because names come from outside.
  if (remembered.size < 2000) remembered.set(name, code);
  return code;
}

/** In the order they are shown. */
const BEHAVIOURAL = [
  'MH',
  'SMH',
  'A4',
  'CI',
  'AI',
  'AJ',
  'AK',
  'RT',
  'A5',
  'CG',
  'A7',
  'CE',
  'BB',
  'BC',
  'CH',
  'CJ',
  'A8',
  'CF',
  'A6',
  'BD',
  'E0',
  'E2',
];
const BEHAVIOURAL_RANK = new Map(BEHAVIOURAL.map((code, index) => [code, index]));
/** Not behavioural health, yet read for it: office visits, hospital stays, social work, case management, urgent and emergency care. */
const RELATED = ['98', '48', '47', '50', '22', 'CQ', 'UC', '86', '1', '60', '67'];
const RELATED_RANK = new Map(RELATED.map((code, index) => [code, index]));

export function isBehavioural(code: string | null): boolean {
  return code !== null && BEHAVIOURAL_RANK.has(code);
}

/** Substance abuse, alcoholism, drug addiction, and their facilities. */
export function isSubstanceUse(code: string | null): boolean {
  return code !== null && /^(?:AI|AJ|AK|CI|CJ)$/.test(code);
}

/** Position among the behavioural and related services, behavioural first; null for all others. */
export function behaviouralRank(code: string | null): number | null {
  if (code === null) return null;
  const rank = BEHAVIOURAL_RANK.get(code);
  if (rank !== undefined) return rank;
  const related = RELATED_RANK.get(code);
  return related === undefined ? null : BEHAVIOURAL.length + related;
}

/** Folded on the screen, counted, one click away, and printed: all that a behavioural practice does not read first (product.md 10.5). */
export function isFolded(code: string | null): boolean {
  return code !== null && code !== PLAN_SERVICE_TYPE && serviceTypeName(code) !== null && behaviouralRank(code) === null;
}
