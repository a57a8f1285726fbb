/** A batch on paper, for the morning meeting: a line a patient, those who need somebody first (product.md 19.5). */
import { instantWords, REMINDER } from '@coverlight/domain/inquiries/answer-words.ts';
import { heading, muted, plain, strong, type PlainDocument } from '#features/inquiries/pdf/inquiry-pdf-document.ts';
import type { ExportedRow } from './exported-row.ts';

const lines = (texts: readonly string[]) => texts.filter((text) => text !== '').map(plain);

export function printedBatch(
  rows: readonly ExportedRow[],
  { practice, sentAt, zone }: { practice: string; sentAt: string; zone: string },
): PlainDocument {
  return {
    title: 'Insurance eligibility checks',
    running: [practice, `${rows.length} patients`, `Sent ${instantWords(sentAt, zone)}`, ''],
    reminder: REMINDER,
    blocks: [
      heading(1, 'Checks of this batch'),
      {
        kind: 'table',
        caption: 'Checks of this batch',
        columns: [
          { label: 'Patient', share: 0.22 },
          { label: 'Payer and plan', share: 0.22 },
          { label: 'Status', share: 0.13 },
          { label: 'Money left in network', share: 0.2 },
          { label: 'Look at', share: 0.23 },
        ],
        rows: rows.map((row) => [
          [
            strong(row.patient === '' ? 'Name not given' : row.patient),
            ...[row.born, row.memberId].filter((text) => text !== '').map(muted),
          ],
          lines([row.payer, row.plan]),
          lines([row.state]),
          row.money.length === 0 ? [muted('Not stated')] : lines(row.money),
          lines(row.flags),
        ]),
      },
    ],
  };
}
