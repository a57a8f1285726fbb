import { Button, Group, Switch } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { providersOptions } from '#features/providers/providers.queries.ts';
import { usersOptions } from '#features/users/users.queries.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { LIST_SEARCH_ID } from '#lib/single-keys.ts';
import { Choice } from '#ui/choice.tsx';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import classes from './inquiry-list.module.css';
import { COVERAGE_CHOICES, STATUS_CHOICES } from './list-choices.ts';
import { countFilters, LIST_SEARCH_FIELDS, listFilters, type ListSearchField, searchFault } from './list-filters.ts';
import { PERIODS } from './list-period.ts';
import { ViewBar } from './views/view-bar.tsx';

/** Every change starts again at the first page. */
const change = (next: Partial<ReturnType<typeof listFilters.get>>) => listFilters.set({ page: 1, ...next });

export function InquiryFilters() {
  const filters = listFilters.use();
  // On a phone the filters stand behind a button, so that the list begins on the first screen.
  const [isOpened, setIsOpened] = useState(false);
  const count = countFilters(filters);
  return (
    <>
      <Group align="flex-end" gap="sm" mb="sm" className={classes.search}>
        <Choice
          label="Search in"
          options={LIST_SEARCH_FIELDS}
          value={filters.searchField}
          onChange={(searchField) => change({ searchField })}
        />
        <SearchTerm key={filters.searchField} field={filters.searchField} text={filters.searchText} />
        <Button
          variant="default"
          className={classes.filtersButton}
          aria-expanded={isOpened}
          onClick={() => setIsOpened(!isOpened)}
          leftSection={<IconFilter size={16} aria-hidden />}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </Group>
      <Group align="flex-end" gap="sm" mb="md" className={classes.filters} data-opened={isOpened}>
        <ViewBar />
        <Choices />
      </Group>
    </>
  );
}

function Choices() {
  const filters = listFilters.use();
  const user = useCurrentUser();
  const users = useQuery(usersOptions);
  const providers = useQuery(providersOptions);
  const people = (users.data ?? []).map((one) => ({ value: one.id, label: `${one.first_name} ${one.last_name}` }));
  const facilities = (providers.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <>
      <Choice
        label="User"
        options={[{ value: '', label: 'All Users' }, ...people]}
        value={filters.userId}
        onChange={(userId) => change({ userId })}
      />
      <Choice
        label="Provider"
        options={[{ value: '', label: 'All Providers' }, ...facilities]}
        value={filters.providerId}
        onChange={(providerId) => change({ providerId })}
      />
      <Choice label="Coverage" options={COVERAGE_CHOICES} value={filters.coverage} onChange={(coverage) => change({ coverage })} />
      <Choice label="Check" options={STATUS_CHOICES} value={filters.status} onChange={(status) => change({ status })} />
      <Choice label="Created" options={PERIODS} value={filters.period} onChange={(period) => change({ period })} />
      {filters.period === 'own' && (
        <>
          <DigitsInput label="From" mask={dateMask} value={filters.from} onChange={(from) => change({ from })} placeholder="MM/DD/YYYY" />
          <DigitsInput label="To" mask={dateMask} value={filters.to} onChange={(to) => change({ to })} placeholder="MM/DD/YYYY" />
        </>
      )}
      {isManager(user) && (
        <Switch
          label="Show removed"
          checked={filters.showHidden}
          onChange={(event) => change({ showHidden: event.currentTarget.checked })}
          className={classes.hiddenSwitch}
        />
      )}
    </>
  );
}

function SearchTerm({ field, text }: { field: ListSearchField; text: string }) {
  const label = 'Search';
  if (field === 'patient_dob') {
    // A birth date is sent as soon as it is whole; parts of it are not searched for.
    return (
      <DigitsInput
        id={LIST_SEARCH_ID}
        label={label}
        mask={dateMask}
        value={text.replaceAll(/\D/g, '').slice(0, dateMask.length)}
        onChange={(digits) => change({ searchText: digits })}
        placeholder="MM/DD/YYYY"
      />
    );
  }
  const minLength = LIST_SEARCH_FIELDS.find((one) => one.value === field)?.minLength ?? 1;
  const usual = minLength > 1 ? `${minLength}+ characters` : '';
  return (
    <SearchBox
      id={LIST_SEARCH_ID}
      label={label}
      initial={text}
      fault={searchFault(field, text)}
      onSearch={(searchText) => {
        if (searchText !== listFilters.get().searchText) change({ searchText });
      }}
      placeholder={field === 'q' ? 'Name, member ID, birth date or payer' : usual}
    />
  );
}
