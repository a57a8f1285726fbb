import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { CloseButton, Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { type Ref, useEffect, useMemo, useState } from 'react';

/** Enough to choose from by eye; more typing narrows the rest, and three thousand rows would be slow to open. */
const SHOWN_AT_MOST = 80;

export interface PayerChoice {
  payerId: string;
  /** '' unless a child of the group `payerId` was chosen directly. */
  childId: string;
}
interface Option extends PayerChoice {
  key: string;
  label: string;
  hint: string | null;
  search: string;
}

/** Accents, case and punctuation do not matter when searching by name. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Payers of one name are told apart by what stands on the patient's card. */
const labelOf = ({ name, codes }: { name: string; codes?: string | undefined }): string =>
  codes === undefined ? name : `${name} (payer ID ${codes})`;

function optionsOf(payers: readonly Payer[]): Option[] {
  return payers.flatMap((payer) => [
    {
      key: payer.id,
      payerId: payer.id,
      childId: '',
      label: labelOf(payer),
      hint: payer.is_group ? (payer.children.length === 1 ? 'group of 1 plan' : `group of ${payer.children.length} plans`) : null,
      search: plain(labelOf(payer)),
    },
    ...payer.children.map((child) => ({
      key: child.id,
      payerId: payer.id,
      childId: child.id,
      label: labelOf(child),
      hint: `in ${payer.name}`,
      search: plain(`${labelOf(child)} ${payer.name}`),
    })),
  ]);
}

/** Names that begin with what was typed come first, then those with a word that does, then the rest. */
function matches(options: readonly Option[], typed: string): Option[] {
  const query = plain(typed);
  if (query === '') return options.filter((option) => option.childId === '');
  const words = query.split(' ');
  const rank = (option: Option) => (option.search.startsWith(query) ? 0 : option.search.includes(` ${query}`) ? 1 : 2);
  return options
    .filter((option) => words.every((word) => option.search.includes(word)))
    .map((option) => ({ option, rank: rank(option) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

export interface PayerSelectProps {
  payers: readonly Payer[];
  value: PayerChoice;
  /** Looked for at first, as if it had been typed. */
  wanted?: string;
  onChange: (choice: PayerChoice) => void;
  onBlur?: () => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** One payer out of thousands, by name. The first match is highlighted, so that Enter takes it. */
export function PayerSelect({ payers, value, wanted, onChange, onBlur, error, ref }: PayerSelectProps) {
  const options = useMemo(() => optionsOf(payers), [payers]);
  const chosen = options.find((option) => option.payerId === value.payerId && option.childId === '');
  /** Null while nobody types: then the chosen payer's name stands in the box. */
  const [typed, setTyped] = useState<string | null>(value.payerId === '' ? (wanted ?? null) : null);
  const found = useMemo(() => matches(options, typed ?? ''), [options, typed]);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectFirstOption, dropdownOpened } = combobox;

  useEffect(() => {
    if (dropdownOpened && typed !== null && typed !== '') selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store's functions are new at every render
  }, [typed, dropdownOpened]);

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
          label="Payer"
          withAsterisk
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
          {found.length === 0 && <Combobox.Empty>No payer has this name</Combobox.Empty>}
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
