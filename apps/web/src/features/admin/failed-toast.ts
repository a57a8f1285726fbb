import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';

/** Says why something did not work, in the server's words where it gave some. */
export function failed(error: unknown, otherwise: string = UNKNOWN_ERROR): void {
  const { banner, fields } = placeErrors(error, [], otherwise);
  toast({ kind: 'danger', message: banner ?? Object.values(fields)[0] ?? otherwise, durationMs: 5000 });
}
