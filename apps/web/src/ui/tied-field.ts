/** What ties a field to its form: rules, and the words about it. */
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { REQUIRED } from '#lib/form-errors.ts';

/** Of these forms every field is required unless it says otherwise, so no field carries a mark of it. */
export interface Tied<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  isRequired?: boolean;
}

export const rulesFor = (isRequired: boolean) => (isRequired ? { required: REQUIRED } : {});

export function messageOf<Values extends FieldValues>({ form, name }: Tied<Values>): string | undefined {
  const message: unknown = (get(form.formState.errors, name) as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : undefined;
}
