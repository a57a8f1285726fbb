import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordField } from '#ui/fields.tsx';

/** The rule in words (docs/product.md 13.1). A person without an account cannot have a second factor yet. */
export const PASSWORD_HINT = 'At least 15 characters. A short sentence is easy to remember and hard to guess.';
const WITH_FACTOR_HINT =
  'At least 15 characters, or 8 if you have a second factor. A short sentence is easy to remember and hard to guess.';

/** A new password, twice. */
export function NewPasswordFields<Values extends FieldValues & { new_password1: string; new_password2: string }>(props: {
  form: UseFormReturn<Values>;
  hint?: string;
}) {
  const { form, hint = WITH_FACTOR_HINT } = props;
  return (
    <>
      <PasswordField
        form={form}
        name={'new_password1' as Path<Values>}
        label="New password"
        description={hint}
        autoComplete="new-password"
      />
      <PasswordField form={form} name={'new_password2' as Path<Values>} label="New password again" autoComplete="new-password" />
    </>
  );
}
