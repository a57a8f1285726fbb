import type { CallSheet } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotThere, isSignedOut, LIST_ERROR, placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CallPreparation } from './call-preparation.tsx';
import { CallRun } from './call-run.tsx';
import { CallSummary } from './call-summary.tsx';
import { sheetOptions, useChangeSheet } from './calls.queries.ts';
import classes from './calls.module.css';

/** One call: whom and which number, the questions one at a time, and what was told (product.md 20.2). */
export function CallSheetPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: sheet, error, refetch } = useQuery(sheetOptions(id));
  if (!sheet && isNotThere(error)) return <Navigate to="/404" replace />;
  return (
    <>
      <PageTitle
        actions={
          sheet && (
            <Button variant="default" renderRoot={(props) => <Link to="/cases/$id" params={{ id: sheet.case_id }} {...props} />}>
              Back to the case
            </Button>
          )
        }
      >
        Call sheet
      </PageTitle>
      {!sheet && error !== null && !isSignedOut(error) && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!sheet && error === null && (
        <Stack aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={90} />
          <Skeleton height={220} />
        </Stack>
      )}
      {sheet && <Sheet key={sheet.id} sheet={sheet} />}
    </>
  );
}

function Sheet({ sheet }: { sheet: CallSheet }) {
  const [isCalling, setIsCalling] = useState(false);
  const start = useChangeSheet(sheet);
  if (isCalling) return <CallRun sheet={sheet} onEnded={() => setIsCalling(false)} />;
  const begin = () => {
    if (sheet.state === 'calling') return setIsCalling(true);
    return start.mutate({ state: 'calling' }, { onSuccess: () => setIsCalling(true) });
  };
  const open = sheet.questions.filter(({ answer_id: answer }) => answer === null).length;
  return (
    <div className={classes.page}>
      <ErrorBanner message={start.isError ? (placeErrors(start.error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR) : null} />
      {sheet.answers.length > 0 && <CallSummary sheet={sheet} />}
      {sheet.questions.length > 0 && (
        <CallPreparation
          sheet={sheet}
          start={
            <Button size="md" loading={start.isPending} disabled={open === 0} onClick={begin}>
              {sheet.state === 'calling' ? 'Go on with the call' : sheet.answers.length > 0 ? 'Call again' : 'Start the call'}
            </Button>
          }
        />
      )}
    </div>
  );
}
