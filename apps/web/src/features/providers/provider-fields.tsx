import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { TextField } from '#ui/fields.tsx';
import { NpiField, TaxIdField } from '#ui/number-fields.tsx';

/** What is asked about a facility, when it is added and later. */
export function ProviderFields<Values extends FieldValues & { name: string; npi: string; tax_id: string }>(props: {
  form: UseFormReturn<Values>;
}) {
  const { form } = props;
  return (
    <>
      <TextField form={form} name={'name' as Path<Values>} label="Name" autoComplete="off" />
      <NpiField form={form} name={'npi' as Path<Values>} />
      <TaxIdField form={form} name={'tax_id' as Path<Values>} />
    </>
  );
}
