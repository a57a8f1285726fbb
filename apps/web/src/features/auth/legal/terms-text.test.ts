import { expect, test } from 'vitest';
import { termsFacts } from './terms-facts.test-kit.ts';
import { TERMS_VERSION, termsParts, withSupportAddress } from './terms-text.ts';

const wholeText = termsParts.flatMap((part) => part.sections.flatMap((section) => section.paragraphs)).join('\n');

test.each(termsFacts)('the legal text states the fact: %s', (_fact, words) => {
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
