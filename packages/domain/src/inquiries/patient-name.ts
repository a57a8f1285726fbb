/** Names as they are compared: case, accents, punctuation and generation suffixes do not tell two people apart (product.md 2.9). */

/** Letters only, upper case, without accents: "Núñez-O'Neil" is "NUNEZONEIL". */
export function nameLetters(name: string): string {
  return name.normalize('NFKD').toUpperCase().replaceAll(/\P{L}/gu, '');
}

/** The words of a name, each as letters only. */
export function nameWords(name: string): string[] {
  return name
    .split(/[\s,-]+/)
    .map(nameLetters)
    .filter((word) => word !== '');
}

const SUFFIXES = new Set(['JR', 'SR', 'II', 'III', 'IV', 'V', 'ESQ']);

/** Words without a generation suffix at the end. A name that is nothing but a suffix keeps it. */
export function withoutSuffix(words: string[]): string[] {
  const last = words.at(-1);
  return words.length > 1 && last !== undefined && SUFFIXES.has(last) ? words.slice(0, -1) : words;
}
