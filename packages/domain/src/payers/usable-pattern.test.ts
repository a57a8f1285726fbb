import { expect, test } from 'vitest';
import { usablePattern } from './usable-pattern.ts';

test.each([
  ['a class with a count', '^[A-Z0-9]{3,12}$'],
  ['digits without an anchor', String.raw`\d{9}`],
  ['alternatives', '^(A|B|C)[0-9]{8}$'],
  ['a group that is not captured', '^(?:[A-Z]{3})?[0-9]+$'],
  ['a look ahead', '^(?=[A-Z])[A-Z0-9]{4,12}$'],
  ['a look behind', '(?<=A)[0-9]+$'],
  ['a named group', '^(?<prefix>[A-Z]{3})[0-9]{6}$'],
  ['a bracket within a class', String.raw`^[\]A-Z(]{2}$`],
  ['signs of repetition within a class', '^[a*b*c*d*]{2}$'],
  ['an escaped bracket', String.raw`^\([0-9]{3}\)$`],
  ['a lazy count', '^[A-Z]+?[0-9]*$'],
  ['three runs of any length behind an anchor', '^a*b*c*$'],
  ['three runs of at least one', '^a{1,}b+c+$'],
  ['two choices, nineteen times', '^(a|b){19}$'],
  ['two choices, up to fourteen times', '^(a|b){0,14}$'],
  ['two runs without an anchor', 'a+b+$'],
  ['alternatives of which one is long', '^a*b*c*$|^x$'],
  ['300 characters', `^${'a'.repeat(298)}$`],
])('%s can be used: %s', (_what, pattern) => {
  expect(usablePattern(pattern)).toBe(pattern);
});

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['301 characters', `^${'a'.repeat(299)}$`],
  ['one that does not compile', '('],
  ['a flag of Java', '(?i)abc'],
  ['a class of Java', String.raw`^\p{L}+$`],
  ['an anchor of Java', String.raw`\A[0-9]+\z`],
  ['a class that Java would intersect', '[a-z&&[^b]]'],
  ['a class within a class', '[[a-z]0-9]'],
  ['a run of runs', '^(a+)+$'],
  ['a choice of the same, over and over', '^(a|a)*$'],
  ['words parted by blanks, over and over', String.raw`^(\w+\s?)*$`],
  ['a reference back', String.raw`^(a)\1$`],
  ['a reference back by name', String.raw`^(?<a>b)\k<a>$`],
  ['four runs', '^a*b*c*d*$'],
  ['three runs without an anchor', 'a*b*c*$'],
  ['three runs, one alternative of them without an anchor', '^x$|a*b*c*$'],
  ['two choices, twenty times', '^(a|b){20}$'],
  ['two choices, up to eighteen times', '^(a|b){0,18}$'],
  ['two long alternatives', '^a*b*c*$|^a*b*c*$'],
  ['a count that is far beyond what a form takes', '^(?:a{0,999}){3}b*$'],
])('%s cannot be used: %s', (_what, pattern) => {
  expect(usablePattern(pattern)).toBeNull();
});

test('what can be used is done at once with the worst that somebody may type', () => {
  for (const pattern of ['^a*b*c*$', '^(a|b){0,14}$', 'a+b+$', '^a{1,}b+c+$']) {
    const started = Date.now();
    new RegExp(pattern).test(`${'a'.repeat(79)}!`);
    expect(Date.now() - started, pattern).toBeLessThan(3000);
  }
});
