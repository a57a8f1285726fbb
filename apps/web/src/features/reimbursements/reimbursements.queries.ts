import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call } from '#lib/api.ts';

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
