import { Checkbox, Group, Select, Switch } from '@mantine/core';
import { SEARCH_FIELDS } from '#features/inquiries/list-filters.ts';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { inquiryView, LISTED } from './inquiry-filters.ts';

/** Every change starts again at the first page. */
const change = (next: Partial<ReturnType<typeof inquiryView.get>>) => inquiryView.set({ page: 1, ...next });

export function InquiryFilterBar() {
  const view = inquiryView.use();
  const chosen = view.statuses;
  return (
    <>
      <Group align="flex-end" gap="sm" mb="sm">
        <Select
          label="Search in"
          data={SEARCH_FIELDS.map(({ value, label }) => ({ value, label }))}
          value={view.searchField}
          onChange={(value) => change({ searchField: value ?? 'patient_last_name' })}
          allowDeselect={false}
        />
        <SearchTerm key={`${view.searchField} ${view.resets}`} />
        <Switch
          label="Show All Inquiries"
          checked={view.showAll}
          onChange={(event) => change({ showAll: event.currentTarget.checked })}
          pb={8}
        />
      </Group>
      <Checkbox.Group
        label="Status"
        description={
          !view.showAll && chosen.length === 1 ? 'One status has to stay chosen. Show All Inquiries shows every one.' : undefined
        }
        value={[...chosen]}
        disabled={view.showAll}
        onChange={(values) => {
          const statuses = LISTED.map(({ value }) => value).filter((value) => values.includes(value));
          // Nothing chosen would be every status, which is what the switch beside it is for.
          if (statuses.length > 0) change({ statuses });
        }}
        mb="md"
      >
        <Group gap="md" mt={4}>
          {LISTED.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} size="xs" />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}

function SearchTerm() {
  const { searchField, searchText } = inquiryView.use();
  if (searchField === 'patient_dob') {
    return (
      <DigitsInput
        label="Search"
        mask={dateMask}
        value={searchText.replaceAll(/\D/g, '').slice(0, dateMask.length)}
        onChange={(digits) => change({ searchText: digits })}
        placeholder="MM/DD/YYYY"
      />
    );
  }
  const minLength = SEARCH_FIELDS.find(({ value }) => value === searchField)?.minLength ?? 1;
  return (
    <SearchBox
      label="Search"
      initial={searchText}
      onSearch={(typed) => {
        if (typed !== inquiryView.get().searchText) change({ searchText: typed });
      }}
      placeholder={minLength > 1 ? `At least ${minLength} characters` : ''}
    />
  );
}
