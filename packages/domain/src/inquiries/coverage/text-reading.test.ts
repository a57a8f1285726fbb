/** How payers word what must warn, and what only sounds like it: each row is one text of an answer (product.md 10.6). */
import { expect, test } from 'vitest';
import { findCarveOuts } from './carve-out-words.ts';
import { findExclusions } from './exclusion-words.ts';
import { saysOtherInsurance, saysOtherIsPrimary } from './other-payer-words.ts';

const carveOuts = (text: string) => findCarveOuts(text, { isBehavioural: false, payerName: 'Fern Valley Health' });

test.each([
  ['FOR MENTAL HEALTH/SUBSTANCE ABUSE BENEFITS CONTACT MAGELLAN AT 800-555-0100', 'MAGELLAN'],
  ['MENTAL HEALTH SVCS THRU OPTUM', 'OPTUM'],
  ['MENTAL HEALTH SVCS THRU CEDAR RIDGE', 'CEDAR RIDGE'],
  ['BEHAVIORAL HEALTH: CARELON BEHAVIORAL HEALTH 1-800-555-0101', 'CARELON BEHAVIORAL HEALTH'],
  ['Behavioral Health Vendor = Cedar Ridge', 'Cedar Ridge'],
  ['MH/SA BENEFITS CARVED OUT. CONTACT EMPLOYER.', null],
  ['Behavioral health is not covered under this plan, contact Optum', 'Optum'],
  ['Please contact ComPsych for EAP and mental health benefits', 'ComPsych'],
  ['BH SERVICES ADMIN BY BEACON', 'BEACON'],
  ['BH SERVICES ADMIN BY CEDAR RIDGE', 'CEDAR RIDGE'],
  ['Mental health and chemical dependency benefits are provided by a separate carrier.', null],
  ['Behavioral Health Services provided through Cedar Ridge Partners, 800-555-0142', 'Cedar Ridge Partners'],
  ['Send behavioral health claims to: Cedar Ridge Partners, PO Box 1234', 'Cedar Ridge Partners'],
  ['Mental Health claims should be mailed to Cedar Ridge Partners', 'Cedar Ridge Partners'],
  ['For prior authorization of behavioral health services call Cedar Ridge at 800.555.0142', 'Cedar Ridge'],
  ['PRECERT FOR MH/SA: CALL UBH 8005550123', 'UBH'],
  ["Member's behavioral health benefits are with Cedar Ridge", 'Cedar Ridge'],
  ['BEHAVIORAL HEALTH CARVE-OUT VENDOR: CEDAR RIDGE', 'CEDAR RIDGE'],
  ['Inpatient psychiatric benefits are managed by Cedar Ridge', 'Cedar Ridge'],
  ['Behavioral health benefits are subcontracted to Cedar Ridge Partners', 'Cedar Ridge Partners'],
  ['Your behavioral health administrator is Cedar Ridge Partners', 'Cedar Ridge Partners'],
  ['Cedar Ridge Partners administers behavioral health benefits for this group', 'Cedar Ridge Partners'],
  ['Cedar Ridge Partners is the behavioral health administrator', 'Cedar Ridge Partners'],
  ['CEDAR RIDGE PARTNERS MANAGES MENTAL HEALTH', 'CEDAR RIDGE PARTNERS'],
  ['Behavioral health has been delegated to Cedar Ridge', 'Cedar Ridge'],
  ['MH BENEFITS NOT ADMINISTERED BY FERN VALLEY HEALTH', null],
  ['Refer to Cedar Ridge for mental health benefits', 'Cedar Ridge'],
  ['Behavioral health benefits moved to Cedar Ridge Partners effective 01/01/2026', 'Cedar Ridge Partners'],
  ['Mental health coverage is outsourced to Cedar Ridge', 'Cedar Ridge'],
  ['Claims for psychotherapy are processed by Cedar Ridge', 'Cedar Ridge'],
  ['Behavioral health is managed by a third-party administrator', null],
  ['PSYCHIATRIC SERVICES - CONTACT CEDAR RIDGE 800-555-0142', 'CEDAR RIDGE'],
  ['Mental health benefits fall under Cedar Ridge', 'Cedar Ridge'],
])('"%s" says that another company handles behavioural health', (text, administrator) => {
  expect(carveOuts(text)).toMatchObject([{ administrator, subject: 'behavioural' }]);
});

test.each([
  ['SUBSTANCE ABUSE SERVICES ADMINISTERED BY CEDAR RIDGE', 'CEDAR RIDGE'],
  ['Alcohol and drug treatment is managed by Cedar Ridge', 'Cedar Ridge'],
  ['Benefits for substance use disorder are administered through Cedar Ridge', 'Cedar Ridge'],
  ['Chemical dependency claims: submit to Cedar Ridge', 'Cedar Ridge'],
  ['SUD benefits are carved out to Cedar Ridge', 'Cedar Ridge'],
  ['Detox and residential substance abuse treatment handled by Cedar Ridge', 'Cedar Ridge'],
])('"%s" says it of substance use alone', (text, administrator) => {
  expect(carveOuts(text)).toMatchObject([{ administrator, subject: 'substance-use' }]);
});

test('a text that names two companies says both, each of its own services', () => {
  const both = [
    { administrator: 'Cedar Ridge', subject: 'behavioural' },
    { administrator: 'Willow Managed Care', subject: 'substance-use' },
  ];
  expect(carveOuts('Mental health is managed by Cedar Ridge; substance use is managed by Willow Managed Care.')).toMatchObject(both);
  expect(carveOuts('Mental health is managed by Cedar Ridge and substance use is managed by Willow Managed Care.')).toMatchObject(both);
});

test.each([
  'Behavioral health benefits are administered in-house.',
  'Behavioral health is integrated with medical; no carve-out applies',
  'Call Member Services for behavioral health benefits',
  'Call 800-555-0100 for mental health',
  'Contact the plan for mental health prior authorization',
  'Contact the Behavioral Health Unit at 800-555-0100',
  'CALL BEHAVIORAL HEALTH CUSTOMER SERVICE AT 800-555-0100',
  'Mental health services require authorization, call the number on the back of the ID card',
  'MENTAL HEALTH VISITS COVERED WITH COPAY',
  'Mental health office visits are covered with a $20 copay',
  'MENTAL HEALTH PROVIDED BY IN NETWORK PROVIDERS',
  'MENTAL HEALTH SERVICES COVERED THROUGH AGE 18',
  'BEHAVIORAL HEALTH SERVICES PROVIDED BY LICENSED PSYCHOLOGIST',
  'PSYCHIATRIC CARE MANAGED BY PCP',
  'Virtual mental health visits are provided by Cedar Ridge',
  'Online mental health coaching is provided through Cedar Ridge',
  'Pharmacy benefits including psychiatric drugs are managed by Cedar Scripts',
  'Cedar Scripts manages prescriptions; mental health is covered by the plan',
  'Substance abuse covered same as medical',
  'Mental health is covered under the medical plan',
  'MH and SUD are covered through 12/31/2026',
  'You are no longer required to call Carelon for mental health',
  'Behavioral health was administered by Beacon Health Options until 2024',
  'Mental health benefits are paid to the provider',
  'Mental health claims are processed by Fern Valley Health, Inc.',
  'Behavioral health: 20% after deductible',
  'Refer to member handbook for mental health limits',
  'Psychotherapy requires a referral from the primary care physician',
  'Mental health parity applies to this plan',
  'Effective 01/01/2026 behavioral health is no longer carved out',
])('"%s" names no other company for behavioural health', (text) => {
  expect(carveOuts(text)).toEqual([]);
});

test.each([
  'Mental health services are not covered.',
  'MENTAL HEALTH NOT COVERED',
  'No coverage for substance abuse treatment',
  'Substance abuse is excluded',
  'EXCLUSION: RESIDENTIAL TREATMENT',
  'Residential treatment is not a covered benefit',
  'Behavioral health is a plan exclusion',
  'Plan excludes psychiatric inpatient care',
  'This policy does not cover outpatient mental health',
  'There are no benefits for mental health under this plan',
  'NO MH/SUD BENEFITS',
  'Mental health: non-covered',
  'NON COVERED SERVICE - MENTAL HEALTH',
  'Detox and residential treatment not payable',
  'Coverage excludes chemical dependency',
  'Mental health is not included in this plan',
  'Not a benefit: psychotherapy',
  'PHP/IOP EXCLUDED',
  'Mental health, substance abuse, and detox are not covered',
  'Vision is covered, mental health is not covered',
  'Partial hospitalization and intensive outpatient are not available under this plan',
])('"%s" says that behavioural care is not covered', (text) => {
  expect(findExclusions(text, false)).toMatchObject([{ isPartial: false }]);
});

test.each([
  'Mental health is not covered out of network',
  'Out-of-network behavioral health services are excluded',
  'Court-ordered psychiatric treatment is not covered',
  'Mental health is not covered except in an emergency',
])('"%s" says that part of it is not covered', (text) => {
  expect(findExclusions(text, false)).toMatchObject([{ isPartial: true }]);
});

test.each([
  'Mental health is covered; no exclusions apply',
  'Mental health copay is excluded from the out-of-pocket maximum',
  'Mental health visits are not subject to the deductible',
  'Mental health services are not limited',
  'Non-covered services are the responsibility of the member',
  'Not all mental health services require authorization',
  'Mental health services are covered without referral',
  'Psychotherapy is excluded from the deductible',
  'No exclusions for mental health',
  'Pre-existing condition exclusion does not apply to mental health',
  'Vision services are not covered',
  'Dental is not covered, mental health is covered in full',
  'Cosmetic surgery is not covered. Mental health is covered at 80%.',
  'This is not a guarantee that mental health services will be covered',
  'Mental health services are not covered without prior authorization',
  'Unauthorized mental health services are not covered',
  'No prior authorization needed for mental health benefits',
  'Mental health has no annual benefit maximum',
  'Mental health: deductible not included in out of pocket',
  'Behavioral health covered same as any other illness',
])('"%s" does not say that behavioural care is not covered', (text) => {
  expect(findExclusions(text, false)).toEqual([]);
});

test('on a behavioural service a text need not name it, but must speak of it', () => {
  expect(findExclusions('NOT COVERED', true)).toMatchObject([{ isPartial: false }]);
  expect(findExclusions('Service is not covered out of network', true)).toMatchObject([{ isPartial: true }]);
  expect(findExclusions('Missed appointments are not covered', true)).toEqual([]);
  expect(findExclusions('NOT COVERED', false)).toEqual([]);
});

const OWN = 'Fern Valley Health';

test.each([
  'COB: MEMBER HAS OTHER PRIMARY COVERAGE WITH ELM MUTUAL',
  'Member has other insurance that is primary',
  'We are the secondary payer.',
  'Fern Valley Health is the secondary payer',
  'This coverage is secondary.',
  'PRIMARY COVERAGE WITH ELM MUTUAL',
  'Elm Mutual pays primary',
  'ELM MUTUAL PRIMARY, FERN VALLEY HEALTH SECONDARY',
  'Bill Elm Mutual first',
  'MSP: WORKING AGED',
  'Patient has another primary insurance',
  'Your primary insurance is through Elm Mutual',
])('"%s" says that another payer pays first', (text) => {
  expect(saysOtherIsPrimary(text, OWN)).toBe(true);
});

test.each([
  'Primary care physician required',
  'Primary insured: Jordan Sample',
  'Primary language: English',
  'This plan is the primary payer; no COB on file',
  'Medicare is not primary',
  'We are primary',
  'No other coverage on file',
  'MSP: NO',
  'Please update your COB to determine who is primary',
  'Primary diagnosis must be psychiatric',
  'Primary and secondary care are covered',
  'Other insurance: none',
])('"%s" does not say that another payer pays first', (text) => {
  expect(saysOtherIsPrimary(text, OWN)).toBe(false);
});

test.each([
  'Member has other insurance on file',
  'OTHER INSURANCE INDICATED',
  'Other coverage exists; update COB',
  'Patient is enrolled in another health plan',
  'Dual coverage',
  'Other insurance indicator: Y',
])('"%s" tells of other insurance', (text) => {
  expect(saysOtherInsurance(text)).toBe(true);
});

test.each([
  'No other insurance on file',
  'Other insurance: none',
  'Member does not have other coverage',
  'Other insurance indicator: N',
  'If you have other insurance, call us',
])('"%s" tells of none', (text) => {
  expect(saysOtherInsurance(text)).toBe(false);
});

test('a text as long as no payer writes is read in no time', () => {
  const start = Date.now();
  for (const word of ['mental health and ', 'managed by ', 'X ', 'not ', 'primary ', ', ', 'A']) {
    const text = word.repeat(100_000 / word.length);
    findExclusions(text, true);
    findCarveOuts(text, { isBehavioural: true, payerName: OWN });
    saysOtherIsPrimary(text, OWN);
    saysOtherInsurance(text);
  }
  expect(Date.now() - start).toBeLessThan(20_000);
});
