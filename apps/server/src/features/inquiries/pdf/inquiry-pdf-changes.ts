/** What is new since the answer before, in print: a line among the warnings, and a section of its own (docs/product.md 7.6, 18.4). */
import type { Change, Gravity, NotComparable } from '@coverlight/contract/persons/changes.schema.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import { instantDay } from '@coverlight/domain/inquiries/answer-words.ts';
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { heading, muted, paragraph, plain, strong, type Block, type Cell } from './inquiry-pdf-document.ts';
import { joined } from './inquiry-pdf-words.ts';

export interface PrintedChange extends Change {
  /** The payer's own words in either answer. */
  quotes: { before: string[]; after: string[] };
}

export interface PrintedChanges {
  /** When the former answer came. */
  since: string;
  changes: PrintedChange[];
  notComparable: NotComparable[];
}

export const GRAVITY_WORDS: Readonly<Record<Gravity, string>> = { urgent: 'Urgent', look: 'To look at', info: 'Also' };

const quote = (text: string) => ({ text, tone: 'quote' as const });

/** What is urgent, in one line for the first page; null where nothing is. */
export function urgentLine({ since, changes }: PrintedChanges, zone: string): string | null {
  const titles = [...new Set(changes.filter(({ gravity }) => gravity === 'urgent').map(({ code }) => changeTitle(code)))];
  return titles.length === 0 ? null : `Changed since ${instantDay(since, zone)}: ${titles.join('; ')}.`;
}

function changeItem(change: PrintedChange): Cell {
  const { plan, service, level, network, period } = change.place;
  const place = joined([plan, service, level, network, period]);
  return [
    strong(`${GRAVITY_WORDS[change.gravity]}: ${changeTitle(change.code)}`),
    plain(change.words),
    ...(place === '' ? [] : [muted(place)]),
    ...(change.before === null && change.after === null
      ? []
      : [plain(`Before: ${change.before ?? NOT_STATED}`), ...change.quotes.before.map(quote), plain(`Now: ${change.after ?? NOT_STATED}`)]),
    ...change.quotes.after.map(quote),
    ...(change.action === null ? [] : [plain(change.action)]),
  ];
}

/** All of them, whatever the filters; normal use alone is one line. */
export function changeBlocks(printed: PrintedChanges, zone: string): Block[] {
  const { since, changes, notComparable } = printed;
  const title = heading(2, `What changed since ${instantDay(since, zone)}`);
  const left = notComparable.map(({ what, why }) => paragraph(`Not compared: ${what}. ${why}`, 'muted'));
  if (changes.every(({ gravity }) => gravity === 'info')) {
    const told = [...new Set(changes.map(({ code }) => changeTitle(code)))].join('; ');
    return [title, paragraph(told === '' ? 'Nothing.' : `Nothing that needs a look: ${told}.`), ...left];
  }
  return [title, { kind: 'list', items: changes.map(changeItem) }, ...left];
}
