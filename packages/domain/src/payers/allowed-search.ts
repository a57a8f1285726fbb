/**
 * Reads which identifiers a payer takes out of the message with which it refuses too few of them. Some payers publish their
 * rules nowhere else; an admin is offered what was read (product.md 11.3).
 */

import { type Identifier, IDENTIFIERS } from '@coverlight/contract/inquiries/form-fields.ts';

/** "Sub" and "Dep" say whose; the form has one patient, so both mean the same field. */
function identifierOf(words: string): Identifier | null {
  const plain = words
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/^(subscriber|sub|dependent|dep|patient|insured)/, '');
  if (/^(memberid|memberidentification|id|insuredid|policynumber)/.test(plain)) return 'memberId';
  if (/^(dob|dateofbirth|birthdate)/.test(plain)) return 'patientBirthDate';
  if (plain.startsWith('first')) return 'patientFirstName';
  return plain.startsWith('last') ? 'patientLastName' : null;
}

/** Null where an entry names something that the form does not have. */
function comboOf(entry: string): Identifier[] | null {
  const names = entry
    .split(/,|&|\+|\band\b/i)
    .map((part) => part.replaceAll(/[^A-Za-z ]/g, ' ').trim())
    .filter((part) => part !== '');
  const identifiers = names.map(identifierOf);
  if (identifiers.length === 0 || identifiers.some((identifier) => identifier === null)) return null;
  return IDENTIFIERS.filter((identifier) => identifiers.includes(identifier));
}

/** Combos in the order of the message, each once; null where the message lists none that can be used. */
export function readAllowedSearch(message: string): Identifier[][] | null {
  const list = /allowed search criteri\w*(?:\(s\))?[^:]*:?([\s\S]*)$/i.exec(message)?.[1];
  if (list === undefined) return null;
  const entries = list.split(/(?:^|[\s.:])\d+\s*[.)]/).map((entry) => entry.replaceAll(/<[^>]*>/g, ' '));
  const combos = new Map<string, Identifier[]>();
  for (const entry of entries.slice(1)) {
    const combo = comboOf(entry);
    if (combo) combos.set(combo.join(), combo);
  }
  return combos.size === 0 ? null : [...combos.values()];
}
