/** Payers' texts are hostile input: what could disturb the page, or what is written on it, is taken out first (product.md 10.12). */
import type { PayerAnswer } from './payer-answer.ts';

// Control characters, line breaks among them, and characters that are invisible or turn the direction of writing.
const DISTURBING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const DROPPED = /[^\P{Cc}\n]|\p{Cf}/gu;

function cleanText(text: string): string {
  if (!DISTURBING.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\t\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(DROPPED, '');
}

/** The same value with clean texts; parts that were clean already are handed on, not copied. */
function cleanValue<T>(value: T): T;
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cleanList(value);
  return cleanRecord(value);
}

function cleanRecord(record: object): object {
  let changed: Record<string, unknown> | null = null;
  const parts: Record<string, unknown> = { ...record };
  for (const key in parts) {
    const clean: unknown = cleanValue(parts[key]);
    if (clean === parts[key]) continue;
    changed ??= parts;
    changed[key] = clean;
  }
  return changed ?? record;
}

function cleanList(list: unknown[]): unknown[] {
  if (list.length === 0) return list;
  const clean = list.map((part) => cleanValue(part));
  return clean.every((part, index) => part === list[index]) ? list : clean;
}

export function cleanAnswer(answer: PayerAnswer): PayerAnswer {
  return cleanValue(answer);
}
