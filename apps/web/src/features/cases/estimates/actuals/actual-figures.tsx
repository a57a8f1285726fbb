import type { Calculation, Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { EstimateClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { fromCents, toCents } from '@coverlight/domain/estimates/cents.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { levelName } from '../../case-words.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { moneyText } from '#ui/money.tsx';
import { toast } from '#ui/toast.ts';
import { claimDays, ClaimAmountsView } from './claim-amounts.tsx';
import classes from '../estimates.module.css';
import { wordsOf } from '../estimate-words.ts';
import { useRemoveClaim } from './remittance.queries.ts';

const money = (value: string | null | undefined) => (value == null ? NOT_STATED : moneyText(value));

/** Null as soon as one of them is not known. */
function sumOf(values: readonly (string | null | undefined)[]): string | null {
  if (values.length === 0 || values.some((value) => value == null)) return null;
  return fromCents(values.reduce((sum, value) => sum + toCents(value ?? '0'), 0n));
}

function span(low: Calculation | null, high: Calculation | null, of: (each: Calculation) => string): string {
  if (low === null || high === null) return NOT_STATED;
  const [a, b] = [of(low), of(high)].toSorted((one, other) => Number(one) - Number(other));
  return a === undefined || b === undefined || a === b ? money(a) : `${moneyText(a)} to ${moneyText(b)}`;
}

const timesSessions = ({ base, sessions }: Calculation) => fromCents(toCents(base) * BigInt(sessions.length));

/** What came of an estimate beside what it said, and the claims that told it. */
export function ActualFigures({ estimate }: { estimate: Estimate }) {
  const { actuals, totals, low, high, claims, state } = estimate;
  if (actuals.length === 0) return null;
  const rows = [
    { label: 'Billed', expected: money(sumOf(totals.map(({ charges }) => charges))), came: sumOf(actuals.map(({ billed }) => billed)) },
    { label: 'Allowed', expected: span(low, high, timesSessions), came: sumOf(actuals.map(({ allowed }) => allowed)) },
    { label: 'Paid by the plan', expected: span(low, high, (each) => each.payer_pays), came: sumOf(actuals.map(({ paid }) => paid)) },
    { label: 'Patient’s part', expected: span(low, high, (each) => each.patient_pays), came: sumOf(actuals.map(({ patient }) => patient)) },
  ];
  return (
    <>
      <table className={classes.compared}>
        <caption className="visually-hidden">What was expected, and what came of it</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Amount</span>
            </th>
            <th scope="col">Expected</th>
            <th scope="col">Actual</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, expected, came }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{expected}</td>
              <td>{money(came)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {claims.length > 0 && (
        <details className={classes.fold}>
          <summary>{claims.length === 1 ? 'From 1 claim' : `From ${claims.length} claims`}</summary>
          {claims.map((claim) => (
            <StoredClaim key={claim.id} claim={claim} mayRemove={state !== 'settled' && claim.origin === 'file'} />
          ))}
        </details>
      )}
    </>
  );
}

function StoredClaim({ claim, mayRemove }: { claim: EstimateClaim; mayRemove: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const removing = useRemoveClaim();
  const days = claimDays(claim);
  const counts = claim.level === null ? 'counts for no range' : `counts for ranges of ${levelName(claim.level)}`;
  const remove = () =>
    removing.mutate(claim.id, {
      onError: (error) => toast({ kind: 'danger', message: wordsOf(error).join(' '), id: 'remove-claim' }),
      onSettled: () => setIsAsking(false),
    });
  return (
    // Of one day there may be several.
    <div role="group" className={classes.claim} aria-label={`Claim of ${days}`}>
      <Text fw={600} size="sm">
        {days}
      </Text>
      <Text size="sm">{[claim.status, claim.payer, claim.provider.name].filter((part) => part !== null).join(', ')}</Text>
      <ClaimAmountsView amounts={claim} />
      <Text size="xs" c="dimmed">
        {`${claim.origin === 'file' ? 'From a remittance' : 'By hand'}, ${claim.added_by.name}, ${instantDayText(claim.added_at)}; ${counts}`}
      </Text>
      {mayRemove && (
        <div>
          <Button size="compact-sm" variant="default" aria-label={`Remove the claim of ${days}`} onClick={() => setIsAsking(true)}>
            Remove
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove the claim of ${days}?`}
        confirmLabel="Remove"
        isDanger
        isBusy={removing.isPending}
        onConfirm={remove}
        onCancel={() => setIsAsking(false)}
      >
        <Text size="sm">Its amounts leave the comparison and later ranges. It can be uploaded again.</Text>
      </ConfirmDialog>
    </div>
  );
}
