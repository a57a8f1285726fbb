import { adminAccountsContract } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { toast } from '#ui/toast.ts';
import classes from './admin-layout.module.css';

/** Fails on purpose, so that the handling of failures can be seen (docs/product.md 15.7). */
export function DangerZone({ onFrontEndError }: { onFrontEndError: () => void }) {
  const backEnd = useSingleMutation({
    mutationFn: () => call(adminAccountsContract.failOnPurpose, {}),
    onError: (error) => toast({ kind: 'danger', message: failureWords(error), durationMs: 9000 }),
  });
  const button = useKeptFocus<HTMLButtonElement>(backEnd.isPending);
  return (
    <ul className={classes.links}>
      <li>
        <button type="button" className={classes.link} onClick={onFrontEndError}>
          Front-end error
        </button>
      </li>
      <li>
        <button ref={button} type="button" className={classes.link} disabled={backEnd.isPending} onClick={() => backEnd.mutate()}>
          Back-end error
        </button>
      </li>
    </ul>
  );
}

/** What the server said, with the id under which its log knows the call. */
function failureWords(error: unknown): string {
  if (!(error instanceof ApiFailure)) return UNKNOWN_ERROR;
  const words = error.status === 0 ? 'The server did not answer.' : `The server failed with status ${error.status}.`;
  return error.requestId === null ? words : `${words} Request id: ${error.requestId}`;
}
