/** What notes, notices and facts say is not covered, where no line of its own says it (product.md 10.6). */
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { findExclusions } from './exclusion-words.ts';
import type { SaidText } from './said-texts.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning } from './warning-input.ts';

/** Lines that are prominent themselves, with their words. */
const OWN_WARNING = /^[IE]$/i;

export function exclusionWarnings(texts: SaidText[]): CoverageWarning[] {
  const found = texts
    .filter(({ kind }) => !OWN_WARNING.test(kind ?? ''))
    .flatMap((said) =>
      findExclusions(said.text, isBehavioural(said.service?.code ?? null)).map(({ isPartial }) => ({ ...said, isPartial })),
    );
  return [false, true].flatMap((isPartial) => {
    const said = found.filter((each) => each.isPartial === isPartial);
    if (said.length === 0) return [];
    return [
      aWarning({
        kind: 'prominent-line',
        severity: isPartial ? 'warning' : 'danger',
        title: isPartial ? 'A note says that care is not covered in part' : 'A note says that care is not covered',
        payer_words: [...new Set(said.map(({ text, service }) => (service === null ? text : `${service.name}: ${text}`)))],
        action: 'Ask the payer what is left out before services start.',
        line_ids: [...new Set(said.flatMap(({ lineIds }) => lineIds))],
      }),
    ];
  });
}
