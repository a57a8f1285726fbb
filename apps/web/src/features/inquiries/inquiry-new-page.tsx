import { FormChoices, type Choices } from './form/form-choices.tsx';
import { EMPTY_VALUES, type Prefill } from './form/form-values.ts';
import { InquiryForm } from './form/inquiry-form.tsx';

/** A practice with one facility need not choose it. */
function emptyPrefill({ providers }: Choices): Prefill {
  const only = providers.length === 1 ? providers[0] : undefined;
  return { values: { ...EMPTY_VALUES, provider_id: only?.id ?? '' }, isProviderGone: false, isPayerGone: false };
}

export function InquiryNewPage() {
  return (
    <FormChoices>
      {(choices) => <InquiryForm title="New inquiry" {...choices} prefill={emptyPrefill(choices)} parentId={null} draftId={null} />}
    </FormChoices>
  );
}
