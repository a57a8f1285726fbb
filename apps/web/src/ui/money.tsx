import { Text } from '@mantine/core';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A decimal string of dollars as Americans write it; "1234.5" becomes "$1,234.50". */
export function moneyText(amount: string): string {
  // Intl formats decimal strings exactly; a float would round cents away.
  return dollars.format(amount as `${number}`);
}

/** Null means that the payer did not say, which is never zero. */
export function Money({ amount }: { amount: string | null }) {
  if (amount === null) return <NotStated />;
  return <span className="tabular">{moneyText(amount)}</span>;
}

export function NotStated() {
  return (
    <Text span c="dimmed" size="sm">
      not stated
    </Text>
  );
}
