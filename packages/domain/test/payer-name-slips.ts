/** A payer's name as it stands in lists: abbreviated, cut short, with a slip, with words put in or left out. */
import type { Random } from '../../../apps/sandbox/src/seeded-random.ts';

const SHORT: readonly [RegExp, string][] = [
  [/\bblue cross (and )?blue shield\b/i, 'BCBS'],
  [/\bhealth\b/i, 'Hlth'],
  [/\binsurance\b/i, 'Ins'],
  [/\bmutual\b/i, 'Mut.'],
  [/\bgroup\b/i, 'Grp'],
  [/\bnational\b/i, 'Natl'],
  [/\bmedicaid\b/i, 'MCD'],
  [/\bemployees\b/i, 'Emp'],
  [/\bservices\b/i, 'Svcs'],
  [/\bbehavioral\b/i, 'Behav'],
  [/\bcompany\b/i, 'Co'],
  [/\bnorth carolina\b/i, 'NC'],
  [/\btexas\b/i, 'TX'],
  [/\bnew york\b/i, 'NY'],
  [/\bwest virginia\b/i, 'WV'],
  [/\bflorida\b/i, 'FL'],
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function withSlip(word: string, random: Random): string {
  const at = random.int(1, word.length - 2);
  const kind = random.int(0, 3);
  const letter = random.pick([...LETTERS]);
  const other = word === word.toUpperCase() ? letter.toUpperCase() : letter;
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + other + word.slice(at);
  if (kind === 2) return word.slice(0, at) + other + word.slice(at + 1);
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

/** In one of its longer words. */
function slipped(name: string, random: Random): string {
  const words = name.split(' ');
  const long = words.flatMap((word, at) => (/^[A-Za-z]{5,}$/.test(word) ? [at] : []));
  if (long.length === 0) return name;
  const which = random.pick(long);
  return words.map((word, at) => (at === which ? withSlip(word, random) : word)).join(' ');
}

export function slipsOf(name: string, random: Random): string[] {
  const short = SHORT.reduce((text, [from, to]) => text.replace(from, to), name);
  const bare = name.replaceAll(/\s*\([^)]*\)/g, '').trim();
  return [
    name.toLowerCase(),
    `${name}, Inc.`,
    name.replaceAll(' of ', ' - '),
    bare,
    short,
    `${short} PPO`,
    slipped(name, random),
    slipped(short, random),
    slipped(bare, random),
    name
      .split(' ')
      .map((word) => (word.length > 7 ? word.slice(0, 6) : word))
      .join(' '),
    [...name.split(' ').slice(1), name.split(' ')[0]].join(' '),
    name.replaceAll(/\b(Health|Plan|Insurance|Group|Company)\b ?/gi, '').trim() || name,
  ];
}
