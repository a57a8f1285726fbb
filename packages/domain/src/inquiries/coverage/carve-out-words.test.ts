import { expect, test } from 'vitest';
import { findCarveOuts } from './carve-out-words.ts';

const findCarveOut = (...args: Parameters<typeof findCarveOuts>) => findCarveOuts(...args)[0] ?? null;
const anywhere = { isBehavioural: false, payerName: 'Fern Valley Health' };
const onBehavioural = { isBehavioural: true, payerName: 'Fern Valley Health' };

test.each([
  ['Behavioral health benefits are administered by Cedar Ridge Partners.', 'Cedar Ridge Partners'],
  ['BEHAVIORAL HEALTH ADMINISTERED BY CARELON BEHAVIORAL HEALTH CALL 800-555-0142', 'CARELON BEHAVIORAL HEALTH'],
  ['Mental health and substance abuse services are managed by Magellan Healthcare', 'Magellan Healthcare'],
  ['MH/SA carved out to Optum', 'Optum'],
  ['Behavioral health is a carve-out. Please see the back of the card.', null],
  ['For mental health contact Lucet at 8005550188', 'Lucet'],
  ['Substance use treatment is handled by a separate vendor', null],
  ['Mental health claims: submit claims to Evernorth Behavioral Health', 'Evernorth Behavioral Health'],
  ['Psychiatric benefits delegated to Willow Managed Care', 'Willow Managed Care'],
  ['Medical is with us; behavioral health is provided through Beacon Health Options.', 'Beacon Health Options'],
  ['Do not send claims here, behavioral health is administered by Carelon', 'Carelon'],
  ['THIS GROUP CARVES OUT MENTAL HEALTH', null],
  ['BEHAV HEALTH MANAGED BY MAGELLAN', 'MAGELLAN'],
  ['Chem dep and psych benefits handled by Cedar Ridge Partners', 'Cedar Ridge Partners'],
  ['Behavioral health is not administered by Fern Valley. Contact Cedar Ridge Partners.', 'Cedar Ridge Partners'],
  ['Mental health benefits are not managed by us.', null],
  ['Behavioral health vendor: Cedar Ridge Partners, 800-555-0142', 'Cedar Ridge Partners'],
  ['MENTAL HEALTH ADMINISTRATOR - CEDAR RIDGE PARTNERS', 'CEDAR RIDGE PARTNERS'],
  ['Behavioral health is underwritten by Willow Managed Care', 'Willow Managed Care'],
  ['Substance abuse benefits fall under a different carrier', null],
])('"%s" names another administrator', (text, administrator) => {
  expect(findCarveOut(text, anywhere)).toMatchObject({ administrator });
});

test.each([
  'Behavioral health is not administered by Magellan.',
  'Mental health benefits are no longer managed by Beacon Health Options',
  'There is no behavioral health carve-out for this group',
  'Behavioral health is not carved out',
  'Carelon does not manage behavioral health for this plan',
  'Behavioral health benefits are administered by Fern Valley Health',
  'Behavioral health was previously administered by ValueOptions',
  'Pharmacy benefits are administered by OptumRx',
  'Prescription drugs administered by Optum Rx, call 800-555-0101',
  'High-tech imaging is managed by Carelon Medical Benefits Management',
  'Injections must be administered by a licensed nurse',
  'Mental health services are covered as any other illness',
  'Care is managed by your primary care physician',
  'Mental health visits are provided by participating providers',
  'Vision benefits administered by Bright Eyes',
  'Behavioral health: 20 visits per year',
  'Behavioral health is administered by Fern Valley Health Company',
  'Behavioral telehealth is covered through December',
  'Behavioral health returned to Fern Valley Health from Beacon this year',
  'Mental health apps: ask about Optum Perks',
])('"%s" names no other administrator', (text) => {
  expect(findCarveOut(text, anywhere)).toBeNull();
});

test('on a behavioural service the text need not say "behavioral"', () => {
  expect(findCarveOut('Benefits managed by Cedar Ridge Partners', onBehavioural)).toMatchObject({ administrator: 'Cedar Ridge Partners' });
  expect(findCarveOut('Benefits managed by Cedar Ridge Partners', anywhere)).toBeNull();
  expect(findCarveOut('Drugs administered by OptumRx', onBehavioural)).toBeNull();
  expect(findCarveOut('Managed by your PCP', onBehavioural)).toBeNull();
});

test('a phone number in the text is found, also in the next sentence', () => {
  expect(findCarveOut('Behavioral health is managed by Lucet. Call (800) 555-0123.', anywhere)).toMatchObject({ phone: '(800) 555-0123' });
});

test.each([
  'MENTAL HEALTH COVERED WITH $20 COPAY',
  'MENTAL HEALTH COVERED WITH 20% COINSURANCE',
  'MENTAL HEALTH COVERED WITH UNLIMITED VISITS',
  'MENTAL HEALTH COVERED WITH AUTH',
  'MENTAL HEALTH COVERED WITH SPECIALIST COPAY',
  'MENTAL HEALTH PROVIDED WITH FULL BENEFITS',
  'MENTAL HEALTH PAID BY $20 COPAY',
  'MENTAL HEALTH COVERED BY 20% COINSURANCE',
  'MENTAL HEALTH MANAGED WITH APPROVAL',
  'Mental health is managed by Care Coordination',
])('"%s" tells a condition or a department, not a company', (text) => {
  expect(findCarveOut(text, anywhere)).toBeNull();
});
