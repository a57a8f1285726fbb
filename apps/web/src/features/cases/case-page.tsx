import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import { isOpen } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { EstimatesSection } from './estimates/estimates-section.tsx';
import { LIST_ERROR, isNotThere, isSignedOut } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { CallSheetList } from './calls/call-sheet-list.tsx';
import { CaseChecks } from './case-checks.tsx';
import { CaseGrid } from './grid/case-grid.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseNotes } from './case-notes.tsx';
import { CaseTasks } from './case-tasks.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import classes from './cases.module.css';
import { caseOptions, useDownloadCase } from './cases.queries.ts';
import { NetworkVerdictLine } from './network-verdict.tsx';
import { OpenWork } from './open-work.tsx';
import { useLiveCase } from './use-live-case.ts';

/** One patient, one facility, the levels that are sought: all that is known, and what is open (product.md 20.4). */
export function CasePage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(caseOptions(id));
  useLiveCase(id, data?.inquiries.some(({ status }) => isOpen(status)) ?? false);
  if (data) return <CaseView of={data} />;
  if (isNotThere(error)) return <Navigate to="/404" replace />;
  if (error !== null && !isSignedOut(error)) {
    return (
      <>
        <PageTitle>Case</PageTitle>
        <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <Stack aria-busy="true" role="status" aria-label="Loading">
      <Skeleton height={28} width={220} />
      <Skeleton height={120} />
      <Skeleton height={320} />
    </Stack>
  );
}

function CaseView({ of }: { of: Case }) {
  return (
    <>
      <PageTitle actions={<CaseActions id={of.id} />}>Case</PageTitle>
      <div className={classes.page}>
        <CaseHead of={of} />
        <NetworkVerdictLine network={of.network} />
        <div className={classes.columns}>
          <div className={classes.work}>
            <OpenWork of={of} />
            <CaseGrid of={of} />
            <CaseChecks of={of} />
            <CallSheetList caseId={of.id} />
            <EstimatesSection of={of} />
          </div>
          <div className={classes.side}>
            <CaseTasks of={of} />
            <CaseNotes caseId={of.id} />
            <CaseTimeline caseId={of.id} />
          </div>
        </div>
      </div>
    </>
  );
}

function CaseActions({ id }: { id: string }) {
  const whole = useDownloadCase(id);
  const withNotes = useDownloadCase(id);
  const onError = () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000, id: 'pdf' });
  return (
    <Group gap="xs" className="no-print">
      <Button component={Link} to="/cases" variant="subtle">
        All cases
      </Button>
      <Button
        variant="default"
        loading={whole.isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => whole.mutate({ notes: false }, { onError })}
      >
        Download PDF
      </Button>
      <Button
        variant="default"
        loading={withNotes.isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => withNotes.mutate({ notes: true }, { onError })}
      >
        PDF with notes
      </Button>
    </Group>
  );
}
