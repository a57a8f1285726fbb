import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { StartCaseDialog } from '#features/cases/from-answer/start-case-dialog.tsx';
import { casesOfInquiryOptions } from '#features/cases/cases.queries.ts';
import { inquiryOptions } from '#features/inquiries/inquiries.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';

/** To the case of an answer, where its call sheets are made; where it has none, the dialog that starts one (docs/product.md 2.18). */
export function CaseOfRow({ inquiryId, onClose }: { inquiryId: string; onClose: () => void }) {
  const router = useRouter();
  const cases = useQuery(casesOfInquiryOptions(inquiryId));
  const inquiry = useQuery(inquiryOptions(inquiryId));
  const caseId = cases.data?.[0]?.id;
  const hasFailed = cases.isError || inquiry.isError;
  useEffect(() => {
    if (caseId !== undefined) void router.navigate({ to: '/cases/$id', params: { id: caseId } });
  }, [caseId, router]);
  useEffect(() => {
    if (!hasFailed) return;
    toast({ kind: 'danger', message: LIST_ERROR });
    onClose();
  }, [hasFailed, onClose]);
  if (cases.data?.length !== 0 || inquiry.data === undefined) return null;
  return <StartCaseDialog inquiry={inquiry.data} onClose={onClose} />;
}
