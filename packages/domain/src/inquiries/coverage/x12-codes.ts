/** Code lists of an answer's lines (X12 271). Codes outside the lists are shown as sent, never dropped (product.md 10). */
import type { Coded } from './payer-answer.ts';

export const LEVEL_NAMES: Readonly<Record<string, string>> = {
  IND: 'Individual',
  FAM: 'Family',
  EMP: 'Employee Only',
  ESP: 'Employee and Spouse',
  ECH: 'Employee and Children',
  SPC: 'Spouse and Children',
  SPO: 'Spouse Only',
  DEP: 'Dependents Only',
  CHD: 'Children Only',
};

export const PERIOD_NAMES: Readonly<Record<string, string>> = {
  6: 'Hour',
  7: 'Day',
  13: '24 Hours',
  21: 'Years',
  22: 'Service Year',
  23: 'Calendar Year',
  24: 'Year to Date',
  25: 'Contract',
  26: 'Episode',
  27: 'Visit',
  28: 'Outlier',
  29: 'Remaining',
  30: 'Exceeded',
  31: 'Not Exceeded',
  32: 'Lifetime',
  33: 'Lifetime Remaining',
  34: 'Month',
  35: 'Week',
  36: 'Admission',
};

export const QUANTITY_NAMES: Readonly<Record<string, string>> = {
  99: 'Quantity Used',
  CA: 'Covered - Actual',
  CE: 'Covered - Estimated',
  D3: 'Number of Co-insurance Days',
  DB: 'Deductible Blood Units',
  DY: 'Days',
  HS: 'Hours',
  LA: 'Life-time Reserve - Actual',
  LE: 'Life-time Reserve - Estimated',
  M2: 'Maximum',
  MN: 'Month',
  P6: 'Number of Services or Procedures',
  QA: 'Quantity Approved',
  S7: 'Age, High Value',
  S8: 'Age, Low Value',
  VS: 'Visits',
  YY: 'Years',
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const inverse = (names: Readonly<Record<string, string>>) => new Map(Object.entries(names).map(([code, name]) => [plain(name), code]));
const CODES = new Map([
  [LEVEL_NAMES, inverse(LEVEL_NAMES)],
  [PERIOD_NAMES, inverse(PERIOD_NAMES)],
  [QUANTITY_NAMES, inverse(QUANTITY_NAMES)],
]);

/** The sender's words, else the list's, else the bare code; null where nothing was said. */
export function wordsOf(coded: Coded | null, names?: Readonly<Record<string, string>>): string | null {
  if (coded === null) return null;
  if (coded.text !== null && coded.text.trim() !== '') return coded.text.trim();
  if (coded.code === null || coded.code.trim() === '') return null;
  return names?.[coded.code] ?? coded.code;
}

/** The code as sent, else the one that the words stand for (some vendors send words only); null where neither tells. */
export function codeOf(coded: Coded | null, names: Readonly<Record<string, string>>): string | null {
  if (coded === null) return null;
  if (coded.code !== null && coded.code.trim() !== '') return coded.code.trim();
  return coded.text === null ? null : (CODES.get(names)?.get(plain(coded.text)) ?? null);
}
