import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiFailure, call, callBlob } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import { type FilterChoices, toPdfQuery } from './benefit-filter-state.ts';

/** Null where there is no estimate, which the server says with a 404 (docs/product.md 17.1). */
export const reimbursementOptions = (inquiryId: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', inquiryId, 'reimbursements'],
    queryFn: async ({ signal }): Promise<ReimbursementReport | null> => {
      try {
        return (await call(inquiriesContract.reimbursements, { params: { id: inquiryId }, signal })).report;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Downloads the answer under the filters of the screen, its times in the zone of the browser. */
export function useDownloadPdf(inquiryId: string) {
  return useMutation({
    mutationFn: async (choices: FilterChoices) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const { blob, fileName } = await callBlob(inquiriesContract.pdf, { params: { id: inquiryId }, query: toPdfQuery(choices, zone) });
      saveBlob(blob, fileName ?? `inquiry-${inquiryId}.pdf`);
    },
  });
}
