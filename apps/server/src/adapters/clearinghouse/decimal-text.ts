/** Numbers stay text on their way through: nothing is rounded, nothing that cannot be read is replaced. */

const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/;

/** "$1,200.50", " 183.00", ".5" and "(20)" as plain decimal text; null where the value is no number. */
export function decimalText(sent: string): string | null {
  const bracketed = /^\(\s*\$?([\d,.]+)\s*\)$/.exec(sent.trim());
  const cleaned = (bracketed ? `-${bracketed[1]}` : sent).replaceAll(/[\s$,]/g, '');
  const match = PLAIN.exec(cleaned);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (!match || (whole === '' && fraction === '')) return null;
  return `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The patient's share in percent: a sent fraction (".95", X12 EB08) becomes "95", "20%" becomes "20". Numbers above 1 cannot be meant as a
 * fraction and stay as sent. Null where the value is no number.
 */
export function percentText(sent: string): string | null {
  const trimmed = sent.trim();
  if (trimmed.endsWith('%')) return tidy(decimalText(trimmed.slice(0, -1)));
  const value = decimalText(trimmed);
  if (value === null) return null;
  return isAtMostOne(value) ? tidy(timesHundred(value)) : tidy(value);
}

function isAtMostOne(value: string): boolean {
  const [whole = '', fraction = ''] = value.split('.');
  return /^-?0*$/.test(whole) || (/^-?0*1$/.test(whole) && /^0*$/.test(fraction));
}

function timesHundred(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const shifted = fraction.padEnd(2, '0');
  return `${whole}${shifted.slice(0, 2)}.${shifted.slice(2)}`;
}

/** Without needless zeros, so that ".20" and ".2" read alike. */
function tidy(value: string | null): string | null {
  if (value === null) return null;
  const [whole = '', fraction = ''] = value.split('.');
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? digits : `${digits}.${rest}`;
}
