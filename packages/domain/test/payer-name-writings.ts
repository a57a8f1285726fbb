/**
 * A payer's name as front desks write it, which nobody had in mind who wrote the rules: notes beside it, spaces lost, letters doubled, read wrongly by a
 * scanner, two slips at once. The forms of payer-name-slips.ts are those that the rules were made for.
 */
import type { Random } from '../../../apps/sandbox/src/seeded-random.ts';

const STATES: readonly [RegExp, string][] = [
  [/\btexas\b/i, 'TX'],
  [/\bflorida\b/i, 'Fla.'],
  [/\bnorth carolina\b/i, 'N. Carolina'],
  [/\bsouth carolina\b/i, 'SC'],
  [/\bnew york\b/i, 'NY'],
  [/\bnew jersey\b/i, 'NJ'],
  [/\bohio\b/i, 'OH'],
  [/\bindiana\b/i, 'Indiana (IN)'],
  [/\bwashington\b/i, 'WA'],
  [/\boregon\b/i, 'Oregon'],
  [/\bwest virginia\b/i, 'W. Virginia'],
  [/\billinois\b/i, 'IL'],
];
const SCANNED: readonly [RegExp, string][] = [
  [/l/, '1'],
  [/O/, '0'],
  [/o/, '0'],
  [/rn/, 'm'],
  [/m/, 'rn'],
  [/e/, 'c'],
];
const wordsIn = (name: string): string[] => name.split(' ').filter((word) => word !== '');

/** In the word that tells most: the longest. */
function inLongest(name: string, change: (word: string) => string): string {
  const longest = wordsIn(name).reduce((best, word) => (/^[A-Za-z]+$/.test(word) && word.length > best.length ? word : best), '');
  return longest.length < 5 ? name : name.replace(longest, change(longest));
}
const doubled = (random: Random) => (word: string) => {
  const at = random.int(1, word.length - 2);
  return word.slice(0, at) + (word[at] ?? '') + word.slice(at);
};
const swapped = (random: Random) => (word: string) => {
  const at = random.int(1, word.length - 3);
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
};
function scanned(name: string, random: Random): string {
  const possible = SCANNED.filter(([from]) => from.test(name.slice(1)));
  if (possible.length === 0) return name;
  const [from, to] = random.pick(possible);
  return (name[0] ?? '') + name.slice(1).replace(from, to);
}

/** By what was done to it. */
export function writingsOf(name: string, random: Random): Record<string, string> {
  const bare = name.replaceAll(/\s*\([^)]*\)/g, '').trim();
  const stated = STATES.reduce((text, [from, to]) => text.replace(from, to), bare);
  const words = wordsIn(bare);
  const place = random.int(0, Math.max(0, words.length - 2));
  return {
    'a note behind it': `${bare} - primary`,
    'the plan’s kind behind it': `${bare} ${random.pick(['HMO', 'EPO', 'POS', 'Choice Plus', 'Gold 80'])}`,
    'a number behind it': `${bare} #${random.int(100, 999)}`,
    'commercial in front': `COMMERCIAL - ${bare}`,
    'capitals and no points': bare.toUpperCase().replaceAll(/[.,]/g, ''),
    'a state otherwise': stated,
    'a state otherwise and a slip': inLongest(stated, swapped(random)),
    'a space lost':
      words.length > 1 ? [...words.slice(0, place), `${words[place]}${words[place + 1] ?? ''}`, ...words.slice(place + 2)].join(' ') : bare,
    'a space too many': `${words[0]?.slice(0, 4)} ${words[0]?.slice(4)} ${words.slice(1).join(' ')}`.replaceAll(/\s+/g, ' ').trim(),
    'a letter doubled': inLongest(bare, doubled(random)),
    'letters swapped': inLongest(bare, swapped(random)),
    'read by a scanner': scanned(bare, random),
    'an ampersand': bare.replaceAll(/ and /gi, ' & '),
    'the end cut off': bare.length > 22 ? bare.slice(0, 20).trim() : bare,
    'points for words': words.map((word) => (word.length > 8 ? `${word.slice(0, 5)}.` : word)).join(' '),
    'the word insurance behind it': `${bare} Insurance`,
    'the word the in front': `The ${bare}`,
  };
}

/** By hand: what stands in a list, and the sandbox's payer that it means. */
export const BY_HAND: readonly [typed: string, meant: string][] = [
  ['Aldergate', 'ALDERGATE HEALTH PLANS'],
  ['Aldergate HP', 'ALDERGATE HEALTH PLANS'],
  ['ALDERGATE HLTH PLAN PPO', 'ALDERGATE HEALTH PLANS'],
  ['Aldergate Hlth', 'ALDERGATE HEALTH PLANS'],
  ['Northwind', 'NORTHWIND MUTUAL'],
  ['Northwind Mut Ins', 'NORTHWIND MUTUAL'],
  ['North Wind Mutual', 'NORTHWIND MUTUAL'],
  ['Copper Leaf Healthcare', 'COPPERLEAF HEALTHCARE'],
  ['Copperleaf', 'COPPERLEAF HEALTHCARE'],
  ['Copperleaf HC', 'COPPERLEAF HEALTHCARE'],
  ['Kestrel', 'KESTREL MUTUAL HEALTH'],
  ['Kestral Mutual', 'KESTREL MUTUAL HEALTH'],
  ['Verdant BH', 'VERDANT BEHAVIORAL'],
  ['Verdant Behavioral Health', 'VERDANT BEHAVIORAL'],
  ['Pinnacle Ridge MA', 'PINNACLE RIDGE ADVANTAGE'],
  ['Pinnacle Ridge Medicare Adv', 'PINNACLE RIDGE ADVANTAGE'],
  ['Lode Star Ins', 'LODESTAR INSURANCE'],
  ['Lodestar', 'LODESTAR INSURANCE'],
  ['Granite State MCD', 'GRANITE STATE MEDICAID'],
  ['Granite St. Medicaid', 'GRANITE STATE MEDICAID'],
  ['Sunflower', 'SUNFLOWER COMMUNITY HEALTH'],
  ['Sunflower Comm Health', 'SUNFLOWER COMMUNITY HEALTH'],
  ['Tall Oaks Emp Benefits', 'TALL OAKS EMPLOYEE BENEFITS'],
  ['Talloaks Employee Benefit', 'TALL OAKS EMPLOYEE BENEFITS'],
  ['Magnolia County', 'MAGNOLIA COUNTY HEALTH PLAN'],
  ['Magnolia Cty Health Plan', 'MAGNOLIA COUNTY HEALTH PLAN'],
  ['Riverbend', 'RIVERBEND HEALTH PARTNERS'],
  ['River Bend Health Partners', 'RIVERBEND HEALTH PARTNERS'],
  ['BCBS Meridian PPO', 'BLUE CROSS BLUE SHIELD OF MERIDIAN PPO (MRP)'],
  ['BC/BS of Meridian HMO', 'BLUE CROSS BLUE SHIELD OF MERIDIAN HMO (MRH)'],
  ['Blue Cross Meridian Exchange', 'BLUE CROSS BLUE SHIELD OF MERIDIAN EXCHANGE (MRX)'],
  ['Blue Shield Silverado PPO', 'BLUE SHIELD OF SILVERADO PPO (SVP)'],
  ['BS of Silverado HMO', 'BLUE SHIELD OF SILVERADO HMO (SVH)'],
  ['BC Tidewater', 'BLUE CROSS OF TIDEWATER COMMERCIAL (TWC)'],
  ['Tidewater Blue Cross State Employees', 'BLUE CROSS OF TIDEWATER STATE EMPLOYEES (TWS)'],
  ['Tidewater BC Medicaid', 'BLUE CROSS OF TIDEWATER MEDICAID (TWM)'],
  ['Iron Bridge Health Trust', 'Ironbridge Health Trust'],
  ['Saltmarsh Teachers', 'Saltmarsh Teachers Benefit Fund'],
  ['Cedar Valley Carpenters', 'Cedar Valley Carpenters Trust '],
  ['White Water Employers', 'Whitewater Employers Health'],
  ['Natl Medicare A & B', 'National Medicare Part A and B'],
  ['Pine Barrens MA', 'Pine Barrens Medical Assistance'],
];
