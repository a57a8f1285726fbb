/** Service types and levels of care as lists write them (product.md 19.1). */
import type { CARE_LEVELS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { codeOfServiceName, serviceTypeName } from '../inquiries/coverage/service-types.ts';

export type CareLevel = (typeof CARE_LEVELS)[number];

const LEVELS: readonly [code: CareLevel, words: RegExp][] = [
  ['dtx', /^(dtx|detox|detoxification|withdrawal ?(management)?|wm|asam 3 7 ?wm|3 7 ?wm|4 ?wm)$/],
  ['rtc', /^(rtc|residential|residential treatment( center)?|rehab|inpatient rehab|inpatient residential|res|asam 3 [157]|3 [157])$/],
  ['php', /^(php|partial|partial hosp|partial hospitali[sz]ation( program)?|day treatment|day program|asam 2 5|2 5)$/],
  ['iop', /^(iop|intensive outpatient( program)?|intensive op|asam 2 1|2 1)$/],
  ['op', /^(op|outpatient( program)?|outpatient therapy|routine outpatient|rop|asam 1|1|1 0)$/],
];

const entriesOf = (typed: string, between: RegExp): string[] =>
  typed
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Null where one of the entries is no level that we know. */
export function careLevelsOf(typed: string): CareLevel[] | null {
  const codes = entriesOf(typed, /[,;|/+&]|\band\b/i).map((entry) => {
    const plain = entry
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
    return LEVELS.find(([, words]) => words.test(plain))?.[0] ?? null;
  });
  return codes.includes(null) ? null : [...new Set(codes.filter((code) => code !== null))];
}

/** X12 codes of services that stand as codes, as names, or as 'MH - Mental Health'; null where one is neither. */
export function serviceCodesOf(typed: string): string[] | null {
  const whole = serviceCode(typed);
  if (whole !== null) return [whole];
  const codes = entriesOf(typed, /[,;|]/).map(serviceCode);
  return codes.includes(null) ? null : [...new Set(codes.filter((code) => code !== null))];
}

function serviceCode(entry: string): string | null {
  const code = /^([A-Za-z0-9]{1,3})(?:\s*[-:(].*)?$/.exec(entry.trim())?.[1]?.toUpperCase() ?? '';
  return serviceTypeName(code) === null ? codeOfServiceName(entry) : code;
}
