import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { toast } from '#ui/toast.ts';
import { attentionOptions, useDismissInquiry } from './inquiries.queries.ts';
import classes from './inquiry-list.module.css';
import { InquiryStatusBadge } from './inquiry-status-badge.tsx';
import { PatientFacts, PatientName } from './patient-facts.tsx';
import { FailureReasons } from './failure-reasons.tsx';
import { payerName } from './inquiry-table.tsx';

/** Refused and failed checks that nobody dealt with yet (docs/product.md 2.11). Nothing at all when there are none. */
export function AttentionLine() {
  const [isOpened, setIsOpened] = useState(false);
  const attention = useQuery(attentionOptions);
  if (!attention.data || attention.data.total === 0) return null;
  const { rows, total } = attention.data;
  const Sign = isOpened ? IconChevronUp : IconChevronDown;
  return (
    <section className={classes.attention} aria-label="Checks that need attention">
      <UnstyledButton w="100%" aria-expanded={isOpened} onClick={() => setIsOpened(!isOpened)}>
        <Group gap="xs" wrap="nowrap">
          <IconAlertTriangle size={20} color="#8a1c13" aria-hidden />
          <Text fw={600}>{total === 1 ? '1 check needs attention' : `${total.toLocaleString('en-US')} checks need attention`}</Text>
          <Sign size={18} aria-hidden />
        </Group>
      </UnstyledButton>
      {isOpened && (
        <div>
          {rows.map((row) => (
            <AttentionItem key={row.id} row={row} />
          ))}
          {total > rows.length && (
            <Text size="sm" c="dimmed">{`The newest ${rows.length} are shown. Dismiss or correct some to see more.`}</Text>
          )}
        </div>
      )}
    </section>
  );
}

function AttentionItem({ row }: { row: InquiryRow }) {
  const dismiss = useDismissInquiry();
  const name = patientInWords(row);
  return (
    <div className={classes.attentionItem}>
      <div className={classes.attentionRow}>
        <div>
          <Group gap="xs">
            <Text span fw={600}>
              <PatientName row={row} />
            </Text>
            <InquiryStatusBadge status={row.status} />
          </Group>
          <PatientFacts row={row} />
          <Text size="sm" c="dimmed">
            {payerName(row)}, <Instant at={row.created_at} />, {row.user.name}
          </Text>
          <FailureReasons status={row.status} errors={row.remote_errors} payer={payerName(row)} />
        </div>
        <Group gap="xs" className={classes.attentionActions}>
          <Button component={Link} to={`/inquiries/${row.id}/copy`} size="compact-sm" aria-label={`Correct and send again for ${name}`}>
            Correct and send again
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={dismiss.isPending}
            aria-label={`Dismiss for ${name}`}
            onClick={() => dismiss.mutate(row.id, { onError: () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 }) })}
          >
            Dismiss
          </Button>
        </Group>
      </div>
    </div>
  );
}
