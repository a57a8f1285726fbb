/** What the payer picker offers: names that hold what was typed at once, and what else the server's search finds after them. */
import type { FoundPayer, Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { plainName } from '@coverlight/domain/payers/payer-search.ts';

export interface PayerChoice {
  payerId: string;
  /** '' unless a child of the group `payerId` was chosen directly. */
  childId: string;
}
export interface PayerOption extends PayerChoice {
  key: string;
  label: string;
  hint: string | null;
  search: string;
}

/** Payers of one name are told apart by what stands on the patient's card. */
const labelOf = ({ name, codes }: { name: string; codes?: string | undefined }): string =>
  codes === undefined ? name : `${name} (payer ID ${codes})`;

export function optionsOf(payers: readonly Payer[]): PayerOption[] {
  return payers.flatMap((payer) => [
    {
      key: payer.id,
      payerId: payer.id,
      childId: '',
      label: labelOf(payer),
      hint: payer.is_group ? (payer.children.length === 1 ? 'group of 1 plan' : `group of ${payer.children.length} plans`) : null,
      search: plainName(labelOf(payer)),
    },
    ...payer.children.map((child) => ({
      key: child.id,
      payerId: payer.id,
      childId: child.id,
      label: labelOf(child),
      hint: `in ${payer.name}`,
      search: plainName(`${labelOf(child)} ${payer.name}`),
    })),
  ]);
}

/** Names that begin with what was typed come first, then those with a word that does, then the rest. */
export function matchesOf(options: readonly PayerOption[], typed: string): PayerOption[] {
  const query = plainName(typed);
  if (query === '') return options.filter((option) => option.childId === '');
  const words = query.split(' ');
  const rank = (option: PayerOption) => (option.search.startsWith(query) ? 0 : option.search.includes(` ${query}`) ? 1 : 2);
  return options
    .filter((option) => words.every((word) => option.search.includes(word)))
    .map((option) => ({ option, rank: rank(option) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** What stands there already stays where it is: nobody's choice moves away under the hand. */
export function withFound(matches: readonly PayerOption[], options: readonly PayerOption[], found: readonly FoundPayer[]): PayerOption[] {
  const shown = new Set(matches.map(({ key }) => key));
  const known = new Map(options.map((option) => [option.key, option]));
  const more = found.flatMap((payer) => {
    const option = known.get(payer.id);
    if (option === undefined || shown.has(payer.id)) return [];
    const why = reasonOf(payer.found_by);
    return [why === null ? option : { ...option, hint: option.hint === null ? why : `${option.hint}, ${why}` }];
  });
  return [...matches, ...more];
}

function reasonOf(foundBy: FoundPayer['found_by']): string | null {
  if (foundBy === null) return null;
  if (foundBy.kind === 'internal') return 'also known by another name';
  return `${foundBy.kind} ${foundBy.name}`;
}
