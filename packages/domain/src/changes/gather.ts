/** Changes as they are told: one for what is the same thing in several places, in an order of their own (product.md 18.4). */
import type { Change, ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { compareText } from '../inquiries/coverage/benefit-order.ts';
import { networkWords } from './cell-words.ts';
import { compareCodes, gravityOf } from './change-codes.ts';
import { actionOf, sentenceOf } from './change-words.ts';
import type { Found } from './comparison.ts';
import { unique } from './plain-words.ts';

/** Told once for each plan, level and network, whatever was used. */
const USE: ReadonlySet<ChangeCode> = new Set<ChangeCode>(['accumulated', 'went-backwards', 'deductible-met', 'out-of-pocket-met']);

/** Said of the payer, which writes them beside each of its plans. */
const WHOSE_PLANS: ReadonlySet<ChangeCode> = new Set<ChangeCode>(['contact-changed', 'words-only']);

function keyOf(change: Found): string {
  const { code, plan, services, level, networks, period, before, after, subject, sentence } = change;
  if (code === 'plan-year-began') return JSON.stringify([code, plan]);
  if (WHOSE_PLANS.has(code)) return JSON.stringify([code, services.length > 0, before, after, subject]);
  if (USE.has(code)) return JSON.stringify([code, plan, level, networks]);
  return JSON.stringify([code, plan, level, period, before, after, subject, sentence]);
}

const joined = (parts: (string | null)[]): string | null =>
  unique(parts.filter((part) => part !== null))
    .toSorted()
    .join('; ') || null;
const onlyOf = <T>(values: T[]): T | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

function merge(changes: Found[]): Found[] {
  const [first] = changes;
  if (!first || changes.length === 1) return changes;
  const isUse = USE.has(first.code) || first.code === 'plan-year-began';
  const all = <T>(of: (change: Found) => T[]): T[] => unique(changes.flatMap(of));
  return [
    {
      ...first,
      plan: onlyOf(changes.map(({ plan }) => plan)),
      services: all(({ services }) => services).toSorted(),
      networks: all(({ networks }) => networks),
      level: onlyOf(changes.map(({ level }) => level)),
      period: onlyOf(changes.map(({ period }) => period)),
      before: isUse ? joined(changes.map(({ before }) => before)) : first.before,
      after: isUse ? joined(changes.map(({ after }) => after)) : first.after,
      beforeIds: all(({ beforeIds }) => beforeIds).toSorted(),
      afterIds: all(({ afterIds }) => afterIds).toSorted(),
    },
  ];
}

function toChange(found: Found): Change {
  const place = {
    plan: found.plan,
    service: found.services.length === 0 ? null : found.services.join(', '),
    level: found.level,
    network: networkWords(found.networks),
    period: found.period,
  };
  return {
    code: found.code,
    gravity: gravityOf(found.code),
    place,
    before: found.before,
    after: found.after,
    before_line_ids: found.beforeIds,
    after_line_ids: found.afterIds,
    words: sentenceOf(found, place),
    action: actionOf(found.code),
  };
}

const contentOf = ({ place, before, after, words }: Change) => JSON.stringify([place, before, after, words]);

export function toChanges(found: readonly Found[]): Change[] {
  const groups = new Map<string, Found[]>();
  for (const each of found) {
    const key = keyOf(each);
    const known = groups.get(key);
    if (known) known.push(each);
    else groups.set(key, [each]);
  }
  const changes = [...groups.values()].flatMap(merge).map(toChange);
  return changes.toSorted((a, b) => compareCodes(a.code, b.code) || compareText(contentOf(a), contentOf(b)));
}
