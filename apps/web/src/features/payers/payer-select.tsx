import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { CloseButton, Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { matchesOf, optionsOf, type PayerChoice, withFound } from './payer-options.ts';
import { usePayerSearch } from './use-payer-search.ts';

/** Enough to choose from by eye; more typing narrows the rest, and three thousand rows would be slow to open. */
const SHOWN_AT_MOST = 80;

export interface PayerSelectProps {
  /** 'Payer' unless several stand on one screen. */
  label?: string;
  /** Of what it stands beside, which a table's heading names already. */
  isLabelHidden?: boolean;
  isRequired?: boolean;
  payers: readonly Payer[];
  value: PayerChoice;
  /** Looked for at first, as if it had been typed. */
  wanted?: string;
  onChange: (choice: PayerChoice) => void;
  onBlur?: () => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** One payer out of thousands, by a name it has or had, its initials, or what comes near (product.md 15.10). The first match is highlighted, so that Enter takes it. */
export function PayerSelect(props: PayerSelectProps) {
  const { label = 'Payer', isLabelHidden = false, isRequired = true, payers, value, wanted, onChange, onBlur, error, ref } = props;
  const options = useMemo(() => optionsOf(payers), [payers]);
  const chosen = options.find((option) => option.payerId === value.payerId && option.childId === '');
  /** Null while nobody types: then the chosen payer's name stands in the box. */
  const [typed, setTyped] = useState<string | null>(value.payerId === '' ? (wanted ?? null) : null);
  const search = usePayerSearch(typed ?? '');
  const found = useMemo(() => withFound(matchesOf(options, typed ?? ''), options, search.found), [options, typed, search.found]);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectFirstOption, dropdownOpened } = combobox;

  useEffect(() => {
    if (dropdownOpened && typed !== null && typed !== '') selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store's functions are new at every render
  }, [typed, dropdownOpened, found.length === 0]);

  const choose = (key: string) => {
    const option = options.find((one) => one.key === key);
    if (option) onChange({ payerId: option.payerId, childId: option.childId });
    setTyped(null);
    combobox.closeDropdown();
  };
  const handleBlur = () => {
    setTyped(null);
    combobox.closeDropdown();
    onBlur?.();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={ref}
          {...(isLabelHidden ? { 'aria-label': label } : { label, withAsterisk: isRequired })}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search by name"
          value={typed ?? chosen?.label ?? ''}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={handleBlur}
          rightSection={
            value.payerId === '' ? (
              <Combobox.Chevron />
            ) : (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label="Clear the payer"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange({ payerId: '', childId: '' })}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!dropdownOpened}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="Payers">
          {found.slice(0, SHOWN_AT_MOST).map((option, index) => (
            <Combobox.Option
              key={option.key}
              value={option.key}
              active={option.payerId === value.payerId && option.childId === value.childId}
              aria-setsize={found.length}
              aria-posinset={index + 1}
            >
              {option.label}
              {option.hint && (
                <Text span size="xs" c="dimmed">
                  {`  ${option.hint}`}
                </Text>
              )}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{search.isSearching ? 'Searching…' : 'No payer has this name'}</Combobox.Empty>}
        </Combobox.Options>
        {found.length > SHOWN_AT_MOST && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">{`${found.length.toLocaleString('en-US')} payers; type more of the name`}</Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
