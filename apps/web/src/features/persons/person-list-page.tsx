import type { PersonRow } from '@coverlight/contract/persons/persons.contract.ts';
import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { searchFault, searchTerm } from '#features/inquiries/list-filters.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { LIST_SEARCH_ID } from '#lib/single-keys.ts';
import { CalendarDate, Instant } from '#ui/calendar-date.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useState } from 'react';
import { checksText, nameOf } from './person-words.ts';
import { personPageOptions } from './persons.queries.ts';
import { RowStatus } from './row-status.tsx';
import classes from './person-page.module.css';

const PAGE_SIZE = 15;
const view = createMemoryStore<TableView>({ page: 1, sort: '' });
/** Kept in memory: what is searched for never reaches the address bar (docs/product.md 7.4.6). */
const search = createMemoryStore({ text: '' });

const columns: readonly Column<PersonRow>[] = [
  {
    id: 'patient',
    header: 'Patient',
    cell: (row) => (
      <Anchor fw={600} inherit renderRoot={(props) => <Link to="/persons/$id" params={{ id: row.id }} {...props} />}>
        {nameOf(row)}
      </Anchor>
    ),
  },
  { id: 'dob', header: 'Birth date', cell: ({ dob }) => <CalendarDate day={dob} /> },
  { id: 'member', header: 'Member ID', cell: ({ member_ids: ids }) => (ids.length === 0 ? 'not known' : ids.join(', ')) },
  { id: 'status', header: 'Status', cell: (row) => <RowStatus row={row} /> },
  { id: 'checks', header: 'Checks', cell: ({ checks }) => checksText(checks) },
  { id: 'last', header: 'Last check', cell: ({ last_check_at: at }) => (at === null ? 'none' : <Instant at={at} />) },
];

/** Everybody who was asked about, once each (docs/product.md 2.16). */
export function PersonListPage() {
  const { text } = search.use();
  // The box keeps what is typed; cleared from outside it starts anew.
  const [resets, setResets] = useState(0);
  const { page } = view.use();
  const q = searchTerm('q', text);
  const find = (next: string) => {
    if (next === search.get().text) return;
    search.set({ text: next });
    view.set({ page: 1 });
  };
  const clear = () => {
    find('');
    setResets(resets + 1);
  };
  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} to="/inquiries/new" leftSection={<IconPlus size={18} aria-hidden />}>
            Create New Inquiry
          </Button>
        }
      >
        Patients
      </PageTitle>
      <div className={classes.search}>
        <SearchBox
          key={resets}
          id={LIST_SEARCH_ID}
          label="Search"
          initial={text}
          fault={searchFault('q', text)}
          placeholder="Name, member ID or birth date"
          onSearch={find}
        />
      </div>
      <PagedTable
        label="Patients"
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => nameOf(row)}
        pageSize={PAGE_SIZE}
        view={view}
        query={personPageOptions({ page, limit: PAGE_SIZE, ...(q === undefined ? {} : { q }) })}
        empty={
          q === undefined ? (
            <EmptyState
              action={
                <Button component={Link} to="/inquiries/new">
                  Create New Inquiry
                </Button>
              }
            >
              No patients yet. They come here with their first check.
            </EmptyState>
          ) : (
            <EmptyState action={<Button onClick={clear}>Clear the search</Button>}>Nothing matches; clear the search</EmptyState>
          )
        }
      />
    </>
  );
}
