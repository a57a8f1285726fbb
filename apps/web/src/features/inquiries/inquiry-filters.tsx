import { Group, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { providersOptions } from '#features/providers/providers.queries.ts';
import { usersOptions } from '#features/users/users.queries.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import classes from './inquiry-list.module.css';
import { listFilters, SEARCH_FIELDS, type SearchField } from './list-filters.ts';

/** Every change starts again at the first page. */
const change = (next: Partial<ReturnType<typeof listFilters.get>>) => listFilters.set({ page: 1, ...next });

export function InquiryFilters() {
  const filters = listFilters.use();
  const user = useCurrentUser();
  const users = useQuery(usersOptions);
  const providers = useQuery(providersOptions);
  const people = (users.data ?? []).map((one) => ({ value: one.id, label: `${one.first_name} ${one.last_name}` }));
  const facilities = (providers.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Group align="flex-end" gap="sm" mb="md" className={classes.filters}>
      <Select
        label="User"
        data={[{ value: '', label: 'All Users' }, ...people]}
        value={filters.userId}
        onChange={(value) => change({ userId: value ?? '' })}
        allowDeselect={false}
        searchable={people.length > 10}
      />
      <Select
        label="Provider"
        data={[{ value: '', label: 'All Providers' }, ...facilities]}
        value={filters.providerId}
        onChange={(value) => change({ providerId: value ?? '' })}
        allowDeselect={false}
        searchable={facilities.length > 10}
      />
      <Select
        label="Search in"
        data={SEARCH_FIELDS.map(({ value, label }) => ({ value, label }))}
        value={filters.searchField}
        onChange={(value) => change({ searchField: value ?? 'patient_last_name' })}
        allowDeselect={false}
      />
      <SearchTerm key={filters.searchField} field={filters.searchField} text={filters.searchText} />
      {isManager(user) && (
        <Switch
          label="Show removed"
          checked={filters.showHidden}
          onChange={(event) => change({ showHidden: event.currentTarget.checked })}
          className={classes.hiddenSwitch}
        />
      )}
    </Group>
  );
}

function SearchTerm({ field, text }: { field: SearchField; text: string }) {
  const label = 'Search';
  if (field === 'patient_dob') {
    // A birth date is sent as soon as it is whole; parts of it are not searched for.
    return (
      <DigitsInput
        label={label}
        mask={dateMask}
        value={text.replaceAll(/\D/g, '').slice(0, dateMask.length)}
        onChange={(digits) => change({ searchText: digits })}
        placeholder="MM/DD/YYYY"
      />
    );
  }
  const minLength = SEARCH_FIELDS.find((one) => one.value === field)?.minLength ?? 1;
  return (
    <SearchBox
      label={label}
      initial={text}
      onSearch={(searchText) => {
        if (searchText !== listFilters.get().searchText) change({ searchText });
      }}
      placeholder={minLength > 1 ? `${minLength}+ characters` : ''}
    />
  );
}
