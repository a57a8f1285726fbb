/** One company is one party, however a row writes its name (product.md 10.6). */

const LEGAL_FORM = /^(?:inc|incorporated|llc|llp|lp|corp|corporation|co|company|companies|ltd|limited|plc|pc)$/;
const SHORT_FORMS: Readonly<Record<string, string>> = { ins: 'insurance', hlth: 'health', svcs: 'services', bh: 'behavioral' };

/** The words that tell a company apart: without case, punctuation, "the", "and", and what its legal form adds at the end. */
function tellingWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and' && word !== 'the')
    .map((word) => SHORT_FORMS[word] ?? word);
  let end = words.length;
  while (end > 1 && LEGAL_FORM.test(words[end - 1] ?? '')) end -= 1;
  if (end > 1 && words[end - 1] === 'insurance') end -= 1;
  return words.slice(0, end);
}

/** Equal for names of one company; '' for no name. "United Healthcare" and "UnitedHealthcare, Inc." are one. */
export function companyKey(name: string | null): string {
  return name === null ? '' : tellingWords(name).join('');
}

export function isSameCompany(a: string | null, b: string | null): boolean {
  return companyKey(a) !== '' && companyKey(a) === companyKey(b);
}

/** Also where one of the names goes on: "Magellan" and "Magellan Healthcare". Whole words only: "Optum" is not "OptumRx". */
export function isCompanyOrPart(a: string | null, b: string | null): boolean {
  if (isSameCompany(a, b)) return true;
  const [short = [], long = []] = [tellingWords(a ?? ''), tellingWords(b ?? '')].toSorted((one, other) => one.length - other.length);
  return short.length > 0 && short.every((word, index) => word === long[index]);
}

/** True where whole words of the text spell the company, however it is spaced: "Elm" is not in "Elmmutual". */
export function isNamedIn(name: string | null, text: string): boolean {
  const key = companyKey(name);
  const words = tellingWords(text);
  const starts = words.map((_, index) => words.slice(0, index).join('').length);
  const letters = words.join('');
  const edges = new Set([...starts, letters.length]);
  return key !== '' && starts.some((start) => letters.startsWith(key, start) && edges.has(start + key.length));
}

/** The fullest spelling of each company, in the order first named. */
export function uniqueCompanies(names: readonly string[]): string[] {
  const fullest = new Map<string, string>();
  for (const name of names) {
    const known = fullest.get(companyKey(name));
    if (known === undefined || known.length < name.length) fullest.set(companyKey(name), name);
  }
  return [...fullest.values()];
}
