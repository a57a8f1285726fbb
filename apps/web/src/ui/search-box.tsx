import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Product rule: lists ask the server a second after the last key (docs/product.md 9). */
export const SEARCH_DEBOUNCE_MS = 1000;

interface SearchBoxProps {
  /** Of the field, for whoever sends the focus there. */
  id?: string;
  label: string;
  initial: string;
  placeholder?: string;
  /** Why what was typed is not searched for. */
  fault?: string | undefined;
  onSearch: (text: string) => void;
}

/** Keeps what is typed to itself and reports it once the typing rests. Remount it (key) to give it another text. */
export function SearchBox({ id, label, initial, placeholder, fault, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(initial);
  const report = useDebouncedCallback(onSearch, { delay: SEARCH_DEBOUNCE_MS, flushOnUnmount: true });
  const clear = () => {
    setTyped('');
    report.cancel();
    onSearch('');
  };
  return (
    <TextInput
      {...(id === undefined ? {} : { id })}
      type="text"
      role="searchbox"
      label={label}
      value={typed}
      placeholder={placeholder}
      error={fault}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        report.flush();
      }}
      autoComplete="off"
    />
  );
}
