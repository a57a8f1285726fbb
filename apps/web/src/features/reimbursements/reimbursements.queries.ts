import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** Null where there is no estimate (docs/product.md 17.1). */
export const reimbursementOptions = (inquiryId: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', inquiryId, 'reimbursements'],
    queryFn: async ({ signal }): Promise<ReimbursementReport | null> =>
      (await call(inquiriesContract.reimbursements, { params: { id: inquiryId }, query: { or_null: true }, signal })).report,
  });
