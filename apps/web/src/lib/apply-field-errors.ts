import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { PlacedErrors } from './form-errors.ts';

/** Puts the server's words under the fields and into the banner (`errors.root`), and the focus on the first field that has some. */
export function applyFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, placed: PlacedErrors): void {
  const names = Object.keys(placed.fields) as Path<Values>[];
  names.forEach((name, index) => {
    form.setError(name, { type: 'server', message: placed.fields[name] ?? '' }, { shouldFocus: index === 0 });
  });
  if (placed.banner !== null) form.setError('root', { type: 'server', message: placed.banner });
}
