/** Calendar days as vendors write them. A day is read as written: it never passes through a time zone. */
import type { AnswerDate } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';

function realDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text;
}

/** YYYY-MM-DD of "2026-03-01", "2026-03-01T05:00:00.000+0000", "03/01/2026" or "20260301"; null for anything else. */
export function dayOf(sent: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(sent.trim());
  if (iso) return realDay(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: .*)?$/.exec(sent.trim());
  if (american) return realDay(american[3] ?? '', american[1] ?? '', american[2] ?? '');
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(sent.trim());
  return compact ? realDay(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '') : null;
}

export type DateShape = 'begin' | 'end' | 'day';

/** One date with its meaning. A begin has only `from`, an end only `to`, a single day both; a period says itself what it is. */
export function answerDate(sent: string, meaning: { qualifier: string | null; label: string; shape: DateShape }): AnswerDate {
  const { qualifier, label, shape } = meaning;
  const period = /^(\S+)\s+-\s+(\S+)$/.exec(sent.trim()) ?? /^(\d{8})-(\d{8})$/.exec(sent.trim());
  const from = period ? dayOf(period[1] ?? '') : null;
  const to = period ? dayOf(period[2] ?? '') : null;
  if (from !== null && to !== null) return { qualifier, label, from, to, text: null };
  const day = dayOf(sent);
  if (day === null) return { qualifier, label, from: null, to: null, text: sent };
  return { qualifier, label, from: shape === 'end' ? null : day, to: shape === 'begin' ? null : day, text: null };
}
