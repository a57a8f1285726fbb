import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { PlacedErrors } from './form-errors.ts';

/**
 * Puts the server's words under the fields and into the banner (`errors.root`), and the focus on the first field that has some.
 * `order` is the order on the screen.
 */
export function applyFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  placed: PlacedErrors,
  order: readonly string[] = Object.keys(placed.fields),
): void {
  for (const [name, message] of Object.entries(placed.fields)) form.setError(name as Path<Values>, { type: 'server', message });
  if (placed.banner !== null) form.setError('root', { type: 'server', message: placed.banner });
  focusFirst(form, placed.fields, order);
}

/** By the order on the screen, which is not always the order in which fields were registered. */
export function focusFirst<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  errors: FieldErrors<Values> | Record<string, string>,
  order: readonly string[],
): void {
  const first = order.find((name) => name in errors);
  if (first !== undefined) form.setFocus(first as Path<Values>);
}
