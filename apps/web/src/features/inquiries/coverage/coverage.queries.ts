import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { callBlob } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { type FilterChoices, toPdfQuery } from './benefit-filter-state.ts';

/** Downloads the answer under the filters of the screen, its times in the zone of the browser; `summary` its first page alone. */
export function useDownloadPdf(inquiryId: string) {
  return useMutation({
    mutationFn: async ({ summary = false, ...choices }: FilterChoices & { summary?: boolean }) => {
      const { blob, fileName } = await callBlob(inquiriesContract.pdf, {
        params: { id: inquiryId },
        query: { ...toPdfQuery(choices, browserZone()), ...(summary ? { summary: 'true' as const } : {}) },
      });
      saveBlob(blob, fileName ?? `inquiry-${inquiryId}.pdf`);
    },
  });
}
