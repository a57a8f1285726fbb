/** Reading elements of one segment. What a reader has no field for becomes a fact under the element's own name, so nothing is lost. */
import type { AnswerFact, Coded } from './payer-answer.ts';
import type { Segment } from './segments.ts';

/** Without trailing blanks; '' where absent. */
export const at = (segment: Segment, place: number): string => segment.elements[place]?.trimEnd() ?? '';

export const orNull = (value: string): string | null => (value === '' ? null : value);

export const coded = (code: string, names?: ReadonlyMap<string, string>): Coded | null =>
  code === '' ? null : { code, text: names?.get(code) ?? null };

export function addFact(facts: AnswerFact[], label: string, value: string): void {
  if (value !== '') facts.push({ label, value });
}

const elementName = (segment: Segment, place: number) => `${segment.id}${String(place).padStart(2, '0')}`;

/** Every value from element `from` on. */
export function addRest(facts: AnswerFact[], segment: Segment, from: number): void {
  const { elements } = segment;
  for (let place = from; place < elements.length; place += 1) {
    const value = at(segment, place);
    if (value !== '') facts.push({ label: elementName(segment, place), value });
  }
}

/** A segment as it was sent, its id apart. */
export function addRaw(facts: AnswerFact[], segment: Segment): void {
  facts.push({ label: `Segment ${segment.id}`, value: segment.elements.slice(1).join(segment.delimiters.element) });
}
