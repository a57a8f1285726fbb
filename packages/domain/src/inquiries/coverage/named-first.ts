/** Which payers the texts of an answer name as the one that pays first (product.md 10.6). */
import { isNamedIn } from './company-names.ts';
import { sentencesOfPrimary } from './other-payer-words.ts';
import type { SaidText } from './said-texts.ts';

export interface FirstSaid {
  text: string;
  lineIds: string[];
  /** What of it can name who pays first. */
  clauses: string;
}

const OWN = /\b(?:this|our|we)\b/i;

/** "Elm is primary, Gold is secondary" names Elm; "Gold is secondary to Elm" names Elm, too. */
function firstClauses(sentence: string): string {
  const clauses = sentence.split(/[,;]|\b(?:and|but|while|whereas)\b/i).map((clause) => clause.replace(/^.*\bsecondary to\b/i, ''));
  return clauses.filter((clause) => OWN.test(clause) || !/\bsecond(?:ary)?\b/i.test(clause)).join(' ');
}

export function textsOfFirst(texts: SaidText[], payerName: string | null): FirstSaid[] {
  return texts.flatMap(({ text, lineIds }) => {
    const sentences = sentencesOfPrimary(text, payerName);
    return sentences.length === 0 ? [] : [{ text, lineIds, clauses: sentences.map(firstClauses).join(' . ') }];
  });
}

export const isNamedFirst = (name: string | null, said: FirstSaid[]): boolean => said.some(({ clauses }) => isNamedIn(name, clauses));
