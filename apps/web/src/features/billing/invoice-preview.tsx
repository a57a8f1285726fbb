import type { Preview } from '@coverlight/contract/billing/subscription.schema.ts';
import { Table, Text } from '@mantine/core';
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
  const hasCredit = preview.amount_due !== preview.total;
  return (
    <>
      {isOfChange && (
        <Text size="sm" mt="sm">
          {settlementWords(preview.proration)}
        </Text>
      )}
      <Table mt="sm" captionSide="top">
        <Table.Caption ta="left">{when}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.lines.map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no id of their own, and never change while shown
            <Table.Tr key={place}>
              <Table.Td>{line.description}</Table.Td>
              <Table.Td ta="right">
                <Money amount={line.amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Sum label="Total" amount={preview.total} />
          {hasCredit && <Sum label="To pay after your credit" amount={preview.amount_due} />}
        </Table.Tfoot>
      </Table>
    </>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
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
