/** Says when a check that was open on the shown page has ended, so that nobody has to watch the list. */
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { isOpen, mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { toast } from '#ui/toast.ts';
import { payerName } from './inquiry-table.tsx';

/**
 * Those of `before` that were open and have ended by now. An ended one is found among the rows or, when it was refused or could not be
 * asked, among those that need attention; one that is in neither has only left the page.
 */
export function finishedSince(before: readonly InquiryRow[], rows: readonly InquiryRow[], attention: readonly InquiryRow[]): InquiryRow[] {
  const now = new Map([...attention, ...rows].map((row) => [row.id, row]));
  return before.flatMap((row) => {
    const later = now.get(row.id);
    return isOpen(row.status) && later && !isOpen(later.status) ? [later] : [];
  });
}

/** Null where somebody withdrew it on purpose. */
function finishedText(row: InquiryRow): string | null {
  const payer = payerName(row);
  const patient = patientInWords(row);
  if (mayView(row.status)) return `${payer} has answered for ${patient}.`;
  if (row.status === 'error') return `${payer} refused the check for ${patient}.`;
  if (row.status === 'failure') return `${payer} could not be asked for ${patient}.`;
  return row.status === 'unknown' ? `No answer from ${payer} could be had for ${patient}.` : null;
}

export function useFinishNotices(rows: readonly InquiryRow[] | undefined, attention: readonly InquiryRow[] | undefined): void {
  const router = useRouter();
  const open = useRef<readonly InquiryRow[]>([]);
  useEffect(() => {
    if (!rows) return;
    const finished = finishedSince(open.current, rows, attention ?? []);
    const ended = new Set(finished.map((row) => row.id));
    const nowOpen = rows.filter((row) => isOpen(row.status));
    const stillOpen = new Set(nowOpen.map((row) => row.id));
    // One that left the page unanswered is kept: the attention line may yet name it.
    open.current = [...nowOpen, ...open.current.filter((row) => !ended.has(row.id) && !stillOpen.has(row.id))];
    for (const row of finished) {
      const message = finishedText(row);
      if (message === null) continue;
      const openIt = () => void router.navigate({ to: '/inquiries/$id', params: { id: row.id } });
      toast({
        id: `finished-${row.id}`,
        kind: mayView(row.status) ? 'success' : 'warning',
        message,
        durationMs: 10_000,
        ...(mayView(row.status) ? { action: { label: 'Open', onClick: openIt } } : {}),
      });
    }
  }, [rows, attention, router]);
}
