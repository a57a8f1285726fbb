import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import type { ListPage, ListQuery } from './admin-list.tsx';

export interface Choice {
  id: string;
  name: string;
}
export interface SearchedSelectProps {
  label: string;
  description?: string | undefined;
  /** The place of what is offered in the cache; page and search are added. */
  queryKey: QueryKey;
  fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<Choice>>;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** The first choice, which stands for all of them. */
  everything?: string | undefined;
  error?: string | null | undefined;
}

/** The server's own bound of a page; typing narrows thousands down to it. */
const OFFERED = 100;
const TYPING_MS = 300;
const EVERYTHING = '';

/** Chooses one of thousands, searched for by the server. Disabled while there are none. */
export function SearchedSelect(props: SearchedSelectProps) {
  const { label, description, queryKey, fetchPage, value, onChange, everything, error } = props;
  const [typed, setTyped] = useState('');
  // What is chosen stands in the box as well and is nothing to search for.
  const isChosenText = typed === (value?.name ?? everything ?? '');
  const [q] = useDebouncedValue(isChosenText ? '' : typed.trim(), TYPING_MS);
  const query = { page: 1, limit: OFFERED, sort: 'name', ...(q && { q }) };
  const { data, isFetching, isError } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => fetchPage(query, signal),
    placeholderData: keepPreviousData,
  });
  const offered = data?.rows ?? [];
  const isEmpty = data !== undefined && offered.length === 0 && q === '';
  const known = new Map<string, Choice>([...(value ? [value] : []), ...offered].map((choice) => [choice.id, choice]));
  const options = [...known.values()].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={label}
      description={description}
      searchable
      data={everything === undefined ? options : [{ value: EVERYTHING, label: everything }, ...options]}
      value={value?.id ?? (everything === undefined ? null : EVERYTHING)}
      onChange={(id) => onChange(known.get(id ?? '') ?? null)}
      onSearchChange={setTyped}
      allowDeselect={false}
      clearable={everything === undefined}
      clearButtonProps={{ 'aria-label': 'Clear the selection' }}
      disabled={isEmpty || data === undefined}
      placeholder={isEmpty ? 'There are none' : 'Choose'}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nothing found'}
      rightSection={isFetching && q !== '' ? <Loader size="xs" /> : undefined}
      error={error ?? (isError && !data ? LIST_ERROR : null)}
    />
  );
}
