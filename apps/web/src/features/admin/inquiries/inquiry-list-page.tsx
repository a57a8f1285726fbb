import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { useState } from 'react';
import { useAddress } from '../use-address.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { LIST_SCOPE } from './access-reason.ts';
import { INQUIRIES_KEY, listInquiries } from './admin-inquiries.queries.ts';
import { InquiryFilterBar } from './inquiry-filter-bar.tsx';
import { clearInquiryFilters, inquiryAddress, inquiryQuery, inquiryView, isFiltered, PAGE_ROWS } from './inquiry-filters.ts';
import { inquiryColumns, InquiryRowDetail } from './inquiry-columns.tsx';
import { ReasonGate } from './reason-gate.tsx';

const LIST_FAILURE = 'An error occurred while fetching inquiries.';
const onView = (next: Partial<ListView>) => inquiryView.set(next);

/** Inquiries of all organizations, the removed ones too. */
export function InquiryListPage() {
  return (
    <>
      <PageTitle>Inquiries of all organizations</PageTitle>
      <ReasonGate scope={LIST_SCOPE} what="the inquiries of all organizations">
        {(reason) => <InquiryList reason={reason} />}
      </ReasonGate>
    </>
  );
}

function InquiryList({ reason }: { reason: string }) {
  const view = useAddress('/admin/inquiries', inquiryView, inquiryAddress);
  const [opened, setOpened] = useState<string | null>(null);
  const { searchField, searchText, statuses, showAll } = view;
  return (
    <>
      <InquiryFilterBar />
      <AdminList
        label="Inquiries"
        columns={inquiryColumns({ isOfAll: true, opened, onOpen: setOpened })}
        rowId={(row) => row.id}
        rowLabel={(row) => `the inquiry for ${patientInWords(row)}`}
        empty="No inquiries yet."
        pageRows={PAGE_ROWS}
        view={view}
        onView={onView}
        queryKey={[...INQUIRIES_KEY, 'list', { searchField, searchText, statuses, showAll }]}
        fetchPage={(query, signal) => listInquiries(inquiryQuery(view, query), reason, signal)}
        failure={LIST_FAILURE}
        isFiltered={isFiltered(view)}
        onClear={clearInquiryFilters}
        opened={opened}
        Detail={InquiryRowDetail}
      />
    </>
  );
}
