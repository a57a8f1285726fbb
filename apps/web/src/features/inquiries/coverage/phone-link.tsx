import { phoneText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { Anchor } from '@mantine/core';

/** True where the value can be dialled. */
export const isPhone = (label: string, value: string) => /phone|telephone/i.test(label) && /^[\d\s().+x-]{7,25}$/i.test(value);

export function PhoneLink({ number }: { number: string }) {
  return <Anchor href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{phoneText(number)}</Anchor>;
}
