import { expect, test } from 'vitest';
import { TERMS_VERSION, termsParts, withSupportAddress } from './terms-text.ts';

const wholeText = termsParts.flatMap((part) => part.sections.flatMap((section) => section.paragraphs)).join('\n');

const facts: ReadonlyArray<readonly [fact: string, words: string]> = [
  [
    'cloud-based verification of eligibility and benefits',
    'cloud-based service for the electronic verification of health insurance eligibility and benefits',
  ],
  ['sold by subscription to organizations', 'sold by subscription to organizations'],
  [
    'a plan has a monthly price, included inquiries and a price per extra one',
    'its monthly price, the number of inquiries included in each month',
  ],
  ['extra inquiries are billed', "billed at the plan's price per extra inquiry"],
  ['unlimited users and providers', 'unlimited number of Users and providers'],
  ['no medical advice', 'The Service gives no medical advice'],
  ['users verify the insurance information themselves', 'Users must verify the insurance information themselves'],
  ['only healthcare providers and their staff', 'limited to healthcare providers and their staff'],
  ['users are adults', 'at least 18 years old'],
  ['license term', 'The term of the license is one year'],
  ['extension by paying', 'may extend the term by paying the fee'],
  ['fee period', 'charged monthly, or yearly where agreed'],
  ['US dollars', 'payable in US dollars'],
  ['no refund', 'Fees are non-refundable'],
  ['payable in advance', 'payable before the current subscription period expires'],
  ['expiration', 'expires one month after the payment'],
  ['notice of a fee increase', "at least 60 days' written notice of the increase"],
  ['notice of cancellation', "cancel the Agreement by giving us at least 60 days' written notice"],
  [
    'prorated change of plan',
    'A change of plan is prorated, and the difference is billed or credited at the end of the normal billing cycle',
  ],
  ['no way back to a plan no longer offered', 'cannot return to that plan'],
  ['restriction when past due', 'restrict or suspend access'],
  ['add-on price', '500 US dollars a month'],
  ['add-on content', 'historical payer reimbursement data, for use in Good Faith Estimates'],
  ['add-on refresh', 'refreshed quarterly'],
  ['security incident report', 'must report it to the other within 24 hours'],
  ['storage of results', 'store each verification result for at least 48 hours'],
  ['notice by email', 'deemed given 12 hours after it was sent by email'],
  ['notice by mail', '48 hours after it was mailed'],
  ['liability cap', 'limited to the fees paid or due in the six months before'],
  ['place of arbitration', 'binding arbitration in Orange County, California'],
  ['discovery exchange', 'within 60 days of the appointment of the arbitrator'],
  ['discovery completion', 'completed within 120 days of the appointment of the arbitrator'],
  ['number of depositions', 'Each party may take at most 3 depositions'],
  ['length of depositions', 'of at most 4 hours each'],
  ['support contact', '{email}'],
];

test.each(facts)('the legal text states the fact: %s', (_fact, words) => {
  expect(wholeText).toContain(words);
});

test('the parts stand in the order agreement, terms, privacy statement', () => {
  expect(termsParts.map((part) => part.title)).toEqual([
    'Subscription Agreement',
    'Terms and Conditions',
    'Data Collection and Privacy Statement',
  ]);
});

test('section ids are unique, because the page uses them as link targets', () => {
  const ids = termsParts.flatMap((part) => [part.id, ...part.sections.map((section) => section.id)]);

  expect(new Set(ids).size).toBe(ids.length);
});

test('the version is a calendar date, which the acceptance stores', () => {
  expect(TERMS_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('a filled-in text holds the support address and no placeholder', () => {
  const filled = withSupportAddress(wholeText, 'help@coverlight.test');

  expect(filled).toContain('help@coverlight.test');
  expect(filled).not.toMatch(/[{}]/);
});
