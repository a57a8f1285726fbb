/** The company that a warning sends staff to, as far as the answer tells: what a check of that company starts from (product.md 2.9.12). */
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { companyKey } from './company-names.ts';

/** Another company knows more than this payer: asking it is the next step (product.md 10.6). */
const KINDS: ReadonlySet<CoverageWarning['kind']> = new Set(['carve-out', 'other-payer-primary']);

export interface OtherCompany {
  /** Why it is asked, as the warning says it. */
  title: string;
  /** Null where the answer names none, or several. */
  name: string | null;
  /** The patient's id there; null where it is not told, or not which of several. */
  memberId: string | null;
}

type Warnings = readonly Pick<CoverageWarning, 'kind' | 'title' | 'facts'>[];

const onlyOf = (warning: Warnings[number], label: string): string | null => {
  const values = new Set(warning.facts.filter((fact) => fact.label === label).map(({ value }) => value.trim()));
  return values.size === 1 ? ([...values][0] ?? null) : null;
};

const isOtherCompany = ({ kind }: Warnings[number]) => KINDS.has(kind);

/** In the order of the warnings. */
export function otherCompanies(warnings: Warnings): OtherCompany[] {
  return warnings.filter(isOtherCompany).map((warning) => {
    const name = onlyOf(warning, 'Name');
    return { title: warning.title, name, memberId: name === null ? null : onlyOf(warning, 'Member ID') };
  });
}

/** Where a warning's company stands among `otherCompanies`; null where the warning sends to nobody. */
export function placeOfCompany<W extends Warnings[number]>(warnings: readonly W[], warning: W): number | null {
  const at = warnings.filter(isOtherCompany).indexOf(warning);
  return at < 0 ? null : at;
}

/** The one payer, or member of a group, that is this company by its name; null where there is none or more than one. */
export function payerOfCompany(payers: readonly Payer[], name: string | null): string | null {
  const key = companyKey(name);
  if (key === '') return null;
  const all = payers.flatMap((payer) => [payer, ...payer.children]).filter((payer) => companyKey(payer.name) === key);
  return all.length === 1 ? (all[0]?.id ?? null) : null;
}
