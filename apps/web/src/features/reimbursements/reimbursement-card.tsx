import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Alert, Skeleton, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { NotStated } from '#ui/money.tsx';
import classes from './reimbursement-card.module.css';
import { reimbursementOptions } from './reimbursements.queries.ts';

const NO_ESTIMATE = 'There is currently no reimbursement estimate available for this inquiry.';
const LEVELS = [
  { field: 'avg', label: 'Average' },
  { field: 'dtx', label: 'Detox' },
  { field: 'rtc', label: 'Residential' },
  { field: 'php', label: 'Partial Hosp.' },
  { field: 'iop', label: 'Intensive OP' },
  { field: 'op', label: 'Outpatient' },
] as const;

/** Which share of the billed charge this payer paid out of network in the past. */
export function ReimbursementCard({ inquiryId }: { inquiryId: string }) {
  const { data, isPending, isError, refetch } = useQuery(reimbursementOptions(inquiryId));
  return (
    <section className={classes.card}>
      <Title order={2}>Reimbursement estimate</Title>
      {isPending && <Skeleton height={96} aria-label="Loading" role="status" />}
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {data === null && <Text size="sm">{NO_ESTIMATE}</Text>}
      {data && <Report report={data} />}
    </section>
  );
}

function Report({ report }: { report: ReimbursementReport }) {
  if (report.local_allowable) return <Text fw={650}>Local Allowable</Text>;
  const notice = matchNotice(report.match_level);
  return (
    <>
      {notice && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} p="xs">
          {notice}
        </Alert>
      )}
      <dl className={classes.levels}>
        {LEVELS.map(({ field, label }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{report[field] === null ? <NotStated /> : shareText(report[field])}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {basis(report)}
      </Text>
    </>
  );
}

/** Two decimals, always (docs/product.md 17.1). */
const shareText = (percent: string) => `${Number(percent).toFixed(2)} %`;

/** The best match, by employer and group number, needs no word. */
function matchNotice(level: ReimbursementReport['match_level']): string | null {
  if (level === 2) return 'No Group Number data was available. Showing all reimbursement data for the Employer.';
  return level === 1 ? 'No Employer data was available. Showing all reimbursement data for the Alpha Prefix.' : null;
}

function basis({ sample_size: size, newest_upload: newest }: ReimbursementReport): string {
  const payments = size === 1 ? '1 past payment' : `${size.toLocaleString('en-US')} past payments`;
  return `Share of the billed charge that the payer paid out of network, from ${payments}${newest === null ? '' : `, newest data of ${instantDayText(newest)}`}. An estimate, not a promise to pay.`;
}
