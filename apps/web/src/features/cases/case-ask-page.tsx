import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { type Choices, FormChoices } from '#features/inquiries/form/form-choices.tsx';
import { fromSubmission } from '#features/inquiries/form/form-values.ts';
import { InquiryForm } from '#features/inquiries/form/inquiry-form.tsx';
import { formSourceOptions } from '#features/inquiries/inquiries.queries.ts';
import { toast } from '#ui/toast.ts';
import { caseOptions, joinRecheck, useRefreshCases } from './cases.queries.ts';
import { mainInquiry } from './case-words.ts';

const NOT_JOINED = 'The check was sent, but it did not join the case. You find it in the inquiries.';
const NOT_JOINED_MS = 20_000;

/** The form for what nobody asked yet: the same patient and payer, for the levels that the case seeks. The answer joins the case (product.md 2.19.4). */
export function CaseAskPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: of, isError } = useQuery(caseOptions(id));
  const inquiryId = of === undefined ? null : mainInquiry(of);
  const source = useQuery({ ...formSourceOptions(inquiryId ?? ''), enabled: inquiryId !== null });
  if (isError || source.isError || (of !== undefined && inquiryId === null)) return <Navigate to="/404" replace />;
  if (of === undefined || !source.data) return <Skeleton height={320} role="status" aria-label="Loading the inquiry" />;
  const { data: inquiry } = source;
  return <FormChoices>{(choices) => <AskForm of={of} source={inquiry} choices={choices} />}</FormChoices>;
}

function AskForm({ of, source, choices }: { of: Case; source: Inquiry; choices: Choices }) {
  const refresh = useRefreshCases();
  const copied = fromSubmission(source.submission, choices);
  const join = async (inquiry: Inquiry) => {
    await joinRecheck(of.id, inquiry.id).catch(() => toast({ kind: 'warning', message: NOT_JOINED, durationMs: NOT_JOINED_MS }));
    await refresh();
    return of.id;
  };
  return (
    <InquiryForm
      title="Ask for the case"
      prefill={{ ...copied, values: { ...copied.values, careLevels: of.levels } }}
      {...choices}
      parentId={source.id}
      draftId={null}
      onSent={join}
    />
  );
}
