import type { AuxiliaryBenefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { lineAmounts, lineConditions, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';

/** Of these kinds the heading says it all: naming them again on each line would say nothing. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(['I', 'E', 'F', 'D', 'CB', 'J', 'K', 'M']);

/** "30 Visits · Calendar Year"; the kind itself where nothing can be counted. */
export function auxiliaryWords(line: AuxiliaryBenefit): string {
  const amounts = lineAmounts(line)
    .filter(({ value }) => value !== null)
    .map(({ label, value }) => (label === 'Amount' || label === 'Period' ? value : `${label.toLowerCase()} ${value}`));
  const quantities = lineConditions(line).filter(({ kind }) => kind === 'quantity');
  const counted = [...quantities.map(({ value }) => value), ...amounts];
  const named = SELF_EVIDENT.has(line.type_code) && counted.length > 0 ? [] : [lineTitle(line)];
  return [...named, ...counted].join(' · ');
}
