/** Tiers of a network, which payers tell in texts alone (product.md 10.4). */
import type { Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { lineTexts } from './line-words.ts';

const TIER =
  /\btier[ -]?(?:\d+|[ivx]+|one|two|three|four)\b|\b(?:(?:non|most)[ -]?)?preferred\b(?! (?:provider|drug|brand|generic|pharmac))/i;

/** "TIER 2"; null where a line names none. */
export function tierOf(line: Benefit): string | null {
  const texts = [...lineTexts(line), line.description ?? ''];
  const found = texts.map((text) => TIER.exec(text)?.[0]).find((tier) => tier !== undefined);
  return found === undefined ? null : found.toUpperCase().replace(/^TIER[ -]?/, 'TIER ');
}
