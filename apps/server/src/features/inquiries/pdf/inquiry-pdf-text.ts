/** Payers' texts are hostile input; in print, too, they are text and nothing else (docs/product.md 10.12). */

/**
 * Without control characters, without characters that change the direction of writing or show as nothing, and without those
 * that no font can have (private use, unassigned, half pairs). Line breaks stay, tabs become blanks.
 */
export function printable(text: string): string {
  return (
    text
      .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replaceAll(/[\t\v\f\p{Zs}]/gu, ' ')
      .replaceAll(/[^\P{C}\n]/gu, '')
      // A hyphen that does not break, and marks that choose between forms of a sign.
      .replaceAll(/[\u2010\u2011]/g, '-')
      .replaceAll(/[\uFE00-\uFE0F]/g, '')
      .normalize('NFC')
  );
}
