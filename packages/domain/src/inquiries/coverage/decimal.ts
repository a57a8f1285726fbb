/** Decimal numbers as text. Money and shares never become floats, so nothing is rounded and nothing is invented. */

/** Digits with an optional sign and fraction, without needless zeros: "1714.5", "0", "-3.25". */
export type Decimal = string;

// Payers and vendors write "$1,714.50", " 183.00", ".2" and "0%" (product.md 10.4).
const READABLE = /^([-+]?)\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?\s*%?$/;

/** Money that needs no rewriting. */
const PLAIN_MONEY = /^(?:0|[1-9]\d*)\.\d\d$/;

/** Reads a number as people and payers write it; null where it is not one. */
export function readDecimal(text: string | null): Decimal | null {
  const match = text === null ? null : READABLE.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  const value = rest === '' ? digits : `${digits}.${rest}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** Dollars with at least two decimals ("25.00"); further ones are kept, never rounded. Null where it is not a number. */
export function readMoney(text: string | null): Decimal | null {
  if (text === null || PLAIN_MONEY.test(text)) return text;
  const value = readDecimal(text);
  if (value === null) return null;
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function scaled(value: Decimal, places: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

const placesOf = (value: Decimal) => value.split('.')[1]?.length ?? 0;

/** Negative where a < b, 0 where equal ("25" equals "25.00"), positive where a > b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** a - b, exactly, with as many decimals as the longer of both. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(placesOf(a), placesOf(b));
  const difference = scaled(a, places) - scaled(b, places);
  const digits = (difference < 0n ? -difference : difference).toString().padStart(places + 1, '0');
  const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return difference < 0n ? `-${value}` : value;
}
