import { Anchor, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Controller, useFormContext } from 'react-hook-form';
import { isManager, useCurrentUser } from '#lib/session.ts';
import type { InquiryFormValues } from './form-values.ts';

/** The facility that asks; active ones only. */
export function ProviderField({ providers }: { providers: readonly { id: string; name: string }[] }) {
  const { control } = useFormContext<InquiryFormValues>();
  const user = useCurrentUser();
  const missing = isManager(user) ? (
    <>
      Not in the list?{' '}
      <Anchor component={Link} to="/organization/providers/new" inherit>
        Add a provider
      </Anchor>
    </>
  ) : (
    'Not in the list? Please ask your manager to add the provider.'
  );
  return (
    <Controller
      control={control}
      name="provider_id"
      rules={{ required: 'Please choose a provider.' }}
      render={({ field, fieldState }) => (
        <Select
          ref={field.ref}
          label="Provider"
          withAsterisk
          description={missing}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={providers.map((provider) => ({ value: provider.id, label: provider.name }))}
          value={field.value === '' ? null : field.value}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          searchable={providers.length > 8}
          allowDeselect={false}
          placeholder={providers.length === 0 ? 'No active provider' : 'Choose'}
        />
      )}
    />
  );
}
