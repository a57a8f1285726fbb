/** Cuts a payer's free text into what is read at once. */

const LONGEST = 1000;
/** More than any payer's text has; the rest is shown, and read by people. */
const MOST = 100;

/** Pieces between the ends that `ends` matches, none longer than any sentence is: payers' texts are hostile input. */
export function piecesOf(text: string, ends: RegExp): string[] {
  return text
    .split(ends)
    .flatMap((piece) => (piece.length <= LONGEST ? [piece] : (piece.match(new RegExp(`.{1,${LONGEST}}`, 'gs')) ?? [])))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .slice(0, MOST);
}
