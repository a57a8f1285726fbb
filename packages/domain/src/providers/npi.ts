/** National Provider Identifier: 10 digits whose last is a Luhn check digit over 80840 and the rest (product.md 5.2). */
export function isNpi(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false;
  const sum = [...`80840${digits}`].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
