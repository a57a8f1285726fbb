/**
 * What differs between two answers of a payer, made in a 271, in Availity's body and in pVerify's, and read by the product's own mappers
 * (docs/product.md 18.4). Each row is the smallest change that makes a code, and makes that code alone.
 */
import { CHANGE_CODES, type ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { compareCoverages } from '@coverlight/domain/changes/compare-coverages.ts';
import { expect, test } from 'vitest';
import { AFTER, ANSWERS, answerOf, compared, type Route } from '../../../test/compared-answers.ts';

type Edit = readonly [from: string | RegExp, to: string];

interface Row {
  code: ChangeCode;
  edits: Partial<Record<Route, Edit>>;
  /** What the answer before is changed in; absent: nothing. */
  before?: Partial<Record<Route, Edit>>;
  day?: string;
}

const END = { x12: 'DTP*347*D8*20261231', availity: '"planEndDate":"2026-12-31"', pVerify: '"ExpiryDate":"12/31/2026"' };
const endOn = (year: string, month: string, day: string): Row['edits'] => ({
  x12: [END.x12, `DTP*347*D8*${year}${month}${day}`],
  availity: [END.availity, `"planEndDate":"${year}-${month}-${day}"`],
  pVerify: [END.pVerify, `"ExpiryDate":"${month}/${day}/${year}"`],
});
const OTHER = 'JUNIPER MUTUAL';
const MH_ROW = '"ServiceName":"Mental Health","EligibilityDetails":[';
const party = (line: string, role: string, name: string): Edit => [
  'EB*U**98',
  `${line}~\nLS*2120~\nNM1*${role}*2*${name}~\nLE*2120~\nEB*U**98`,
];

/** Plan and services alike: that the services are inactive follows from the plan. */
const INACTIVE: Row['edits'] = {
  x12: [/EB\*1\*/g, 'EB*6*'],
  availity: [/"status":"Active Coverage","statusCode":"1"/g, '"status":"Inactive","statusCode":"6"'],
  pVerify: [/Active Coverage|(?<="Status":")Active/g, 'Inactive'],
};
const ACTIVE: Row['edits'] = {
  x12: [/EB\*6\*/g, 'EB*1*'],
  availity: [/"status":"Inactive","statusCode":"6"/g, '"status":"Active Coverage","statusCode":"1"'],
  pVerify: [/Inactive/g, 'Active Coverage'],
};

const ROWS: Row[] = [
  { code: 'became-inactive', edits: INACTIVE },
  { code: 'became-inactive', edits: { x12: ['EB*1**30', 'EB*6**30'] } },
  { code: 'coverage-ended', edits: endOn('2026', '03', '23') },
  { code: 'coverage-ends-soon', edits: endOn('2026', '03', '31') },
  { code: 'retro-ended', edits: endOn('2026', '02', '28') },
  {
    code: 'at-risk-began',
    edits: {
      x12: ['EB*1**30', 'EB*5**30'],
      availity: ['NO GUARANTEE OF PAYMENT', 'NO GUARANTEE OF PAYMENT","HIX GRACE PERIOD'],
      pVerify: ['NO GUARANTEE OF PAYMENT', 'NO GUARANTEE OF PAYMENT","HIX GRACE PERIOD'],
    },
  },
  {
    code: 'at-risk-began',
    edits: {
      x12: ['DTP*347', 'DTP*343*D8*20260228~\nDTP*347'],
      availity: ['"planStartDate"', '"premiumPaidToEndDate":"2026-02-28","planStartDate"'],
      pVerify: ['"Date":[]', '"Date":[{"Date":"02/28/2026","Type":"Premium Paid to Date End"}]'],
    },
  },
  {
    code: 'other-payer-appeared',
    edits: {
      x12: party('EB*R**30', 'PR', OTHER),
      availity: ['"additionalPayers":[]', `"additionalPayers":[{"name":"${OTHER}"}]`],
      pVerify: ['"Payer":null', `"Payer":"${OTHER}"`],
    },
  },
  {
    code: 'other-payer-now-primary',
    edits: {
      x12: party('EB*R**30', 'PRP', OTHER),
      availity: ['"additionalPayers":[]', `"additionalPayers":[{"name":"${OTHER}","primary":true}]`],
      pVerify: ['"PrimaryPayer":null', `"PrimaryPayer":"${OTHER}"`],
    },
  },
  {
    code: 'medicare-advantage-appeared',
    edits: {
      x12: ['EB*1**30*PR', 'EB*1**30*HN'],
      availity: ['"insuranceTypeCode":"PR"', '"insuranceTypeCode":"HN"'],
      pVerify: ['"AdvantagePayerName":null', `"AdvantagePayerName":"${OTHER}"`],
    },
  },
  {
    code: 'carve-out-appeared',
    edits: {
      x12: party('EB*U**MH', 'PR', 'SABLE BEHAVIORAL PARTNERS'),
      availity: ['NO GUARANTEE OF PAYMENT', 'NO GUARANTEE OF PAYMENT","BEHAVIORAL HEALTH IS ADMINISTERED BY SABLE PARTNERS'],
      pVerify: [
        MH_ROW,
        `${MH_ROW}{"EligibilityOrBenefit":"Contact Following Entity for Eligibility or Benefit Information","BenefitEntities":[{"EntityType":"Payer","Lastname_R":"SABLE PARTNERS"}]},`,
      ],
    },
  },
  {
    code: 'carve-out-changed',
    before: {
      x12: party('EB*U**MH', 'PR', 'SABLE PARTNERS'),
      availity: ['NO GUARANTEE OF PAYMENT', 'NO GUARANTEE OF PAYMENT","BEHAVIORAL HEALTH IS ADMINISTERED BY SABLE PARTNERS'],
      pVerify: ['NO GUARANTEE OF PAYMENT', 'NO GUARANTEE OF PAYMENT","BEHAVIORAL HEALTH IS ADMINISTERED BY SABLE PARTNERS'],
    },
    edits: {
      x12: ['SABLE PARTNERS', 'MARTEN PARTNERS'],
      availity: ['SABLE PARTNERS', 'MARTEN PARTNERS'],
      pVerify: ['SABLE PARTNERS', 'MARTEN PARTNERS'],
    },
  },
  {
    code: 'plan-changed',
    edits: { x12: ['HARBOR GOLD', 'HARBOR SILVER'], availity: ['HARBOR GOLD', 'HARBOR SILVER'], pVerify: ['HARBOR GOLD', 'HARBOR SILVER'] },
  },
  { code: 'plan-changed', edits: { x12: ['HG500', 'HS900'], availity: ['HG500', 'HS900'], pVerify: ['HG500', 'HS900'] } },
  {
    code: 'member-id-changed',
    edits: {
      x12: ['XQZ100200300', 'XQZ100200301'],
      availity: ['XQZ100200300', 'XQZ100200301'],
      pVerify: ['XQZ100200300', 'XQZ100200301'],
    },
  },
  {
    code: 'now-not-covered',
    edits: {
      x12: ['EB*1**MH', 'EB*6**MH'],
      availity: ['"type":"MH","status":"Active Coverage","statusCode":"1"', '"type":"MH","status":"Inactive","statusCode":"6"'],
      pVerify: [`${MH_ROW}{"EligibilityOrBenefit":"Active Coverage"`, `${MH_ROW}{"EligibilityOrBenefit":"Inactive"`],
    },
  },
  {
    code: 'now-not-covered',
    edits: {
      x12: ['EB*1**A7', 'EB*1**A7~\nEB*I**A7*********N'],
      availity: ['"type":"A7",', '"type":"A7","nonCovered":{"outOfNetwork":[{}]},'],
      pVerify: [
        '"ServiceName":"Psychiatric - Inpatient","EligibilityDetails":[',
        '"ServiceName":"Psychiatric - Inpatient","EligibilityDetails":[{"EligibilityOrBenefit":"Non-Covered","PlanNetworkIndicator":"No"},',
      ],
    },
  },
  {
    code: 'authorization-now-required',
    edits: {
      x12: ['*25****N*Y', '*25****Y*Y'],
      availity: ['"authorizationRequired":false', '"authorizationRequired":true'],
      pVerify: ['"AuthorizationOrCertificationRequired":"No"', '"AuthorizationOrCertificationRequired":"Yes"'],
    },
  },
  {
    code: 'authorization-no-longer',
    edits: {
      x12: ['.2***Y*Y', '.2***N*Y'],
      availity: ['"authorizationRequired":true', '"authorizationRequired":false'],
      pVerify: ['"AuthorizationOrCertificationRequired":"Yes"', '"AuthorizationOrCertificationRequired":"No"'],
    },
  },
  {
    code: 'limit-exhausted',
    edits: { x12: ['VS*12', 'VS*0'], availity: ['"quantity":"12"', '"quantity":"0"'], pVerify: ['"Quantity":"12"', '"Quantity":"0"'] },
  },
  {
    code: 'deceased',
    edits: {
      x12: ['DTP*347', 'DTP*442*D8*20260301~\nDTP*347'],
      availity: ['"genderCode":"F"', '"genderCode":"F","deathDate":"2026-03-01"'],
      pVerify: ['"Date":[]', '"Date":[{"Date":"03/01/2026","Type":"Date of Death"}]'],
    },
  },
  { code: 'active-again', before: INACTIVE, edits: ACTIVE },
  { code: 'group-changed', edits: { x12: ['GRP77', 'GRP78'], availity: ['GRP77', 'GRP78'], pVerify: ['GRP77', 'GRP78'] } },
  {
    code: 'network-name-changed',
    edits: {
      x12: ['HARBOR NETWORK', 'NARROW NETWORK'],
      availity: ['HARBOR NETWORK', 'NARROW NETWORK'],
      pVerify: ['HARBOR NETWORK', 'NARROW NETWORK'],
    },
  },
  {
    code: 'copay-changed',
    edits: {
      x12: ['*27*25*', '*27*30*'],
      availity: ['"amount":"25"', '"amount":"30"'],
      pVerify: ['"MonetaryAmount":"25"', '"MonetaryAmount":"30"'],
    },
  },
  {
    code: 'coinsurance-changed',
    edits: { x12: ['*.4*', '*.5*'], availity: ['"amount":".4"', '"amount":".5"'], pVerify: ['"Percent":".4"', '"Percent":".5"'] },
  },
  {
    code: 'deductible-total-changed',
    edits: {
      x12: ['*23*1500*', '*23*1750*'],
      availity: ['"amount":"1500"', '"amount":"1750"'],
      pVerify: ['"MonetaryAmount":"1500"', '"MonetaryAmount":"1750"'],
    },
  },
  {
    code: 'out-of-pocket-total-changed',
    edits: {
      x12: ['*23*9000*', '*23*9100*'],
      availity: ['"amount":"9000"', '"amount":"9100"'],
      pVerify: ['"MonetaryAmount":"9000"', '"MonetaryAmount":"9100"'],
    },
  },
  {
    code: 'limit-changed',
    edits: { x12: ['VS*30', 'VS*20'], availity: ['"quantity":"30"', '"quantity":"20"'], pVerify: ['"Quantity":"30"', '"Quantity":"20"'] },
  },
  {
    code: 'plan-year-began',
    edits: { x12: ['420.10', '1500'], availity: ['420.10', '1500'], pVerify: ['420.10', '1500'] },
    day: '2027-01-05',
  },
  { code: 'went-backwards', edits: { x12: ['420.10', '600'], availity: ['420.10', '600'], pVerify: ['420.10', '600'] } },
  {
    code: 'retro-added',
    edits: {
      x12: ['DTP*346*D8*20260101', 'DTP*346*D8*20251101'],
      availity: ['"planStartDate":"2026-01-01"', '"planStartDate":"2025-11-01"'],
      pVerify: ['"EffectiveDate":"01/01/2026"', '"EffectiveDate":"11/01/2025"'],
    },
  },
  {
    code: 'identity-corrected',
    edits: { x12: ['19840719', '19840720'], availity: ['1984-07-19', '1984-07-20'], pVerify: ['07/19/1984', '07/20/1984'] },
  },
  { code: 'identity-corrected', edits: { availity: ['"genderCode":"F"', '"genderCode":"F","updateYourRecords":true'] } },
  {
    code: 'now-silent',
    edits: {
      x12: ['EB*C*IND*30***29*420.10*****Y~\n', ''],
      availity: [',{"units":"USD","amount":"420.10","amountTimePeriodCode":"29","levelCode":"IND"}', ''],
      pVerify: [
        `,{"EligibilityOrBenefit":"Deductible","PlanNetworkIndicator":"Yes","CoverageLevel":"Individual","MonetaryAmount":"420.10","TimePeriodQualifier":"Remaining"}`,
        '',
      ],
    },
  },
  {
    code: 'contradiction-began',
    edits: {
      x12: ['EB*1**MH', 'EB*1**MH~\nEB*6**MH'],
      availity: ['"amount":"420.10"', '"amount":"1600"'],
      pVerify: ['"MonetaryAmount":"420.10"', '"MonetaryAmount":"1600"'],
    },
  },
  { code: 'accumulated', edits: { x12: ['420.10', '400'], availity: ['420.10', '400'], pVerify: ['420.10', '400'] } },
  { code: 'deductible-met', edits: { x12: ['420.10', '0'], availity: ['420.10', '0'], pVerify: ['420.10', '0'] } },
  {
    code: 'out-of-pocket-met',
    edits: {
      x12: ['*29*7000*', '*29*0*'],
      availity: ['"amount":"7000"', '"amount":"0"'],
      pVerify: ['"MonetaryAmount":"7000"', '"MonetaryAmount":"0"'],
    },
  },
  {
    code: 'no-longer-silent',
    edits: {
      x12: ['EB*1**A7', 'EB*1**A7~\nEB*B*IND*A7***36*250*****N'],
      availity: ['"type":"A7",', '"type":"A7","coPayment":{"outOfNetwork":[{"units":"USD","amount":"250","amountTimePeriodCode":"36"}]},'],
      pVerify: [
        '"ServiceName":"Psychiatric - Inpatient","EligibilityDetails":[',
        '"ServiceName":"Psychiatric - Inpatient","EligibilityDetails":[{"EligibilityOrBenefit":"Co-Payment","PlanNetworkIndicator":"No","MonetaryAmount":"250"},',
      ],
    },
  },
  {
    code: 'contact-changed',
    edits: { x12: ['8005550100', '8005550101'], availity: ['8005550100', '8005550101'], pVerify: ['8005550100', '8005550101'] },
  },
  {
    code: 'words-only',
    edits: {
      x12: ['TELEHEALTH INCLUDED', 'TELEHEALTH TOO'],
      availity: ['TELEHEALTH INCLUDED', 'TELEHEALTH TOO'],
      pVerify: ['TELEHEALTH INCLUDED', 'TELEHEALTH TOO'],
    },
  },
];

const edited = (text: string, edit: Edit | undefined): string => {
  if (edit === undefined) return text;
  const changed = text.replace(edit[0], edit[1]);
  if (changed === text) throw new Error(`the answer does not say ${edit[0]}`);
  return changed;
};

const CASES = ROWS.flatMap(({ code, edits, before, day }) =>
  Object.entries(edits).map(([route, edit]) => ({
    code,
    route: route as Route,
    edit,
    before: before?.[route as Route],
    day: day ?? AFTER,
  })),
);

test.each(CASES)('$code comes of $edit in an answer by $route, and nothing else', ({ code, route, edit, before, day }) => {
  const text = edited(ANSWERS[route], before);
  const [one, other] = [compared(answerOf(route, text), route), compared(answerOf(route, edited(text, edit)), route, day)];
  const { changes } = compareCoverages(one, other, { endsSoonDays: 7, today: day });
  expect(changes.map((change) => `${change.code}: ${change.words}`)).toEqual([expect.stringMatching(new RegExp(`^${code}: `))]);
});

test('every code is made by a change of an answer', () => {
  expect(new Set(ROWS.map(({ code }) => code))).toEqual(new Set(CHANGE_CODES));
});
