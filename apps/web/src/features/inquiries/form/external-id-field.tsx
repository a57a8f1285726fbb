import { TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { WithHelp } from '#ui/help-mark.tsx';
import { EXTERNAL_ID_HELP } from './field-help.ts';
import type { InquiryFormValues } from './form-values.ts';

/** As long as the wire takes it. */
const MAX_LENGTH = 64;

/** No payer asks for it: it only tells the practice's patients apart (docs/product.md 2.8). */
export function ExternalIdField() {
  const { register, formState } = useFormContext<InquiryFormValues>();
  return (
    <WithHelp help={EXTERNAL_ID_HELP}>
      <TextInput
        label="Your patient number (optional)"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        error={formState.errors.externalId?.message}
        {...register('externalId')}
      />
    </WithHelp>
  );
}
