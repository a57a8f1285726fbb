import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Radio, Group } from '@mantine/core';
import { useState } from 'react';
import { AdminList, PAGE_ROWS, useListView } from '../admin-list.tsx';
import { LIST_SCOPE } from '../inquiries/access-reason.ts';
import { INQUIRIES_KEY, listInquiries } from '../inquiries/admin-inquiries.queries.ts';
import { inquiryColumns, InquiryRowDetail } from '../inquiries/inquiry-columns.tsx';
import { ReasonGate } from '../inquiries/reason-gate.tsx';

/** Days back; 0 is all time. */
const PERIODS = [
  { days: '7', label: 'Last 7 Days' },
  { days: '30', label: 'Last 30 Days' },
  { days: '0', label: 'All Time' },
] as const;

export function OrganizationInquiries({ organizationId }: { organizationId: string }) {
  return (
    <ReasonGate scope={LIST_SCOPE} what="the inquiries of this organization" takesFocus={false}>
      {(reason) => <PeriodList organizationId={organizationId} reason={reason} />}
    </ReasonGate>
  );
}

function PeriodList({ organizationId, reason }: { organizationId: string; reason: string }) {
  const [days, setDays] = useState<string>('7');
  const [view, onView] = useListView('-created_at');
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <Radio.Group
        aria-label="Period"
        value={days}
        onChange={(next) => {
          setDays(next);
          onView({ page: 1 });
        }}
        mb="sm"
      >
        <Group gap="lg">
          {PERIODS.map((period) => (
            <Radio key={period.days} value={period.days} label={period.label} />
          ))}
        </Group>
      </Radio.Group>
      <AdminList
        label="Inquiries"
        columns={inquiryColumns({ isOfAll: false, opened, onOpen: setOpened })}
        rowId={(row) => row.id}
        rowLabel={(row) => `the inquiry for ${patientInWords(row)}`}
        empty="No inquiries in this period."
        pageRows={PAGE_ROWS}
        view={view}
        onView={onView}
        queryKey={[...INQUIRIES_KEY, 'of', organizationId, days]}
        fetchPage={({ page, limit, sort }, signal) =>
          listInquiries(
            { organization_id: organizationId, since: days, page, limit, sort: sort === 'created_at' ? 'created_at' : '-created_at' },
            reason,
            signal,
          )
        }
        failure="An error occurred while fetching inquiries."
        opened={opened}
        Detail={InquiryRowDetail}
      />
    </>
  );
}
