import type { Coupon, InvoiceLine, Preview } from '@coverlight/contract/billing/subscription.schema.ts';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { instantDayText } from '#ui/calendar-date.tsx';
import { Money, moneyText } from '#ui/money.tsx';

interface InvoicePreviewProps {
  preview: Preview;
  /** Begins with what a change costs until then. */
  isOfChange: boolean;
}

/** The next invoice as it will be; what stands here is what is billed. */
export function InvoicePreview({ preview, isOfChange }: InvoicePreviewProps) {
  const when = preview.billed_at === null ? 'Next invoice' : `Next invoice, ${instantDayText(preview.billed_at)}`;
  const isSmaller = preview.amount_due !== preview.total;
  return (
    <>
      {isOfChange && (
        <Text size="sm" mt="sm">
          {settlementWords(preview.proration)}
        </Text>
      )}
      {preview.coupon !== null && (
        <Text size="sm" mt="xs">
          {couponWords(preview.coupon)}
        </Text>
      )}
      <InvoiceTable caption={when} lines={preview.lines}>
        <Sum label="Total" amount={preview.total} />
        {Number(preview.credit) !== 0 && <Sum label="Your credit so far" amount={`-${preview.credit}`} />}
        {isSmaller && <Sum label="To pay" amount={preview.amount_due} />}
        {isCarried(preview) && <Sum label="Credit carried to later invoices" amount={carried(preview)} />}
      </InvoiceTable>
    </>
  );
}

/** An invoice's lines with the period each is for; `children` are its sums. */
export function InvoiceTable({ caption, lines, children }: { caption: string; lines: readonly InvoiceLine[]; children: ReactNode }) {
  return (
    <Table mt="sm" captionSide="top">
      <Table.Caption ta="left">{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          <Table.Th ta="right">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no id of their own, and never change while shown
          <Table.Tr key={place}>
            <Table.Td>
              {line.description}
              <Text span size="sm" c="dimmed">
                {periodWords(line)}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              <Money amount={line.amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>{children}</Table.Tfoot>
    </Table>
  );
}

const periodWords = ({ starts_at: startsAt, ends_at: endsAt }: InvoiceLine): string =>
  startsAt === null || endsAt === null || startsAt === endsAt ? '' : `, ${instantDayText(startsAt)} to ${instantDayText(endsAt)}`;

/** A credit that this invoice does not use up. Cents are exact in a number of this size. */
const leftOver = ({ total, credit, amount_due: due }: Preview): number =>
  Math.round(Number(credit) * 100) - Math.round(Number(total) * 100) + Math.round(Number(due) * 100);
const isCarried = (preview: Preview): boolean => leftOver(preview) > 0;
const carried = (preview: Preview): string => (leftOver(preview) / 100).toFixed(2);

/** "25 % off for 3 months." */
function couponWords({ percent_off: percent, amount_off: amount, duration, months }: Coupon): string {
  const what = percent !== null ? `${percent} % off` : amount === null ? 'a discount' : `${moneyText(amount)} off`;
  if (duration === 'forever') return `The coupon gives ${what} for as long as the add-on is on.`;
  if (duration === 'once') return `The coupon gives ${what} once, with the next invoice.`;
  return `The coupon gives ${what} for ${months === 1 ? 'one month' : `${months ?? 'some'} months`}.`;
}

export function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <Table.Tr>
      <Table.Th>{label}</Table.Th>
      <Table.Th ta="right">
        <Money amount={amount} />
      </Table.Th>
    </Table.Tr>
  );
}

function settlementWords(proration: string): string {
  if (Number(proration) === 0) return 'The rest of the current period costs nothing more.';
  if (proration.startsWith('-'))
    return `${moneyText(proration.slice(1))} for the rest of the current period is credited with your next invoice.`;
  return `${moneyText(proration)} for the rest of the current period is billed with your next invoice.`;
}
