import { FORM_FIELD_NAMES, type FormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ALL_COMBOS, comboKey, comboWords, countFrom, withCombo, withField, withNewField } from './schema-edit.ts';
import classes from './schema-editor.module.css';

export interface SchemaEditorProps {
  schema: PayerSchema;
  /** Named by the payer's own refusal; null where there was none. */
  suggestedCombos: readonly string[][] | null;
  onChange: (schema: PayerSchema) => void;
}

const OptionsDialog = lazy(async () => ({ default: (await import('./options-dialog.tsx')).OptionsDialog }));

/** What the payer wants to know before it answers. */
export function SchemaEditor({ schema, suggestedCombos, onChange }: SchemaEditorProps) {
  const [optionsOf, setOptionsOf] = useState<string | null>(null);
  const edited = schema.fields.find(({ name }) => name === optionsOf);
  const change = (name: string, next: Partial<PayerField>) => onChange(withField(schema, name, next));
  return (
    <Stack gap="md">
      <Title order={3}>Combos</Title>
      {suggestedCombos && (
        <Suggestion combos={suggestedCombos} onTake={() => onChange({ ...schema, combos: suggestedCombos.map((combo) => [...combo]) })} />
      )}
      <ComboBoxes schema={schema} onChange={onChange} />
      <Title order={3}>Fields</Title>
      <DataTable
        label="Fields of the schema"
        columns={fieldColumns(change, setOptionsOf)}
        rows={schema.fields}
        rowId={(field) => field.name}
        rowLabel={(field) => field.name}
        empty={<EmptyState>No fields yet.</EmptyState>}
      />
      <AddField schema={schema} onChange={onChange} />
      {edited && (
        <Suspense>
          <OptionsDialog
            key={edited.name}
            field={edited}
            onClose={() => setOptionsOf(null)}
            onSave={(options) => {
              change(edited.name, { options });
              setOptionsOf(null);
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}

function Suggestion({ combos, onTake }: { combos: readonly string[][]; onTake: () => void }) {
  return (
    <Alert role="note" color="blue" title="The payer named what it wants to be asked with">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{combos.map(comboWords).join(' · ')}</Text>
        <Button size="xs" variant="default" onClick={onTake}>
          Take these combos over
        </Button>
      </Stack>
    </Alert>
  );
}

function ComboBoxes({ schema, onChange }: Pick<SchemaEditorProps, 'schema' | 'onChange'>) {
  const wanted = new Set(schema.combos.map(comboKey));
  const offered = new Set(ALL_COMBOS.map(comboKey));
  // A payer may want more than the four identifiers; such a combo can be dropped, not made.
  const others = schema.combos.filter((combo) => !offered.has(comboKey(combo)));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs">
      {[...ALL_COMBOS, ...others].map((combo) => (
        <Checkbox
          key={comboKey(combo)}
          label={comboWords(combo)}
          checked={wanted.has(comboKey(combo))}
          onChange={(event) => onChange(withCombo(schema, combo, event.currentTarget.checked))}
        />
      ))}
    </SimpleGrid>
  );
}

function fieldColumns(
  change: (name: string, next: Partial<PayerField>) => void,
  onOptions: (name: string) => void,
): readonly Column<PayerField>[] {
  const box = (key: 'allowed' | 'required' | 'multiple', header: string): Column<PayerField> => ({
    id: key,
    header,
    cell: (field) => (
      <Checkbox
        aria-label={`${field.name}: ${header}`}
        checked={field[key]}
        onChange={(event) => change(field.name, { [key]: event.currentTarget.checked })}
      />
    ),
  });
  const line = (key: 'label' | 'pattern' | 'min', header: string): Column<PayerField> => ({
    id: key,
    header,
    cell: (field) => (
      <TextInput
        size="xs"
        {...(key === 'min' ? {} : { className: classes.line })}
        aria-label={`${field.name}: ${header}`}
        value={field[key] ?? ''}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.currentTarget.value;
          change(field.name, { [key]: typed === '' && key !== 'label' ? null : typed });
        }}
      />
    ),
  });
  const count = (key: 'maxLength' | 'max_options', header: string): Column<PayerField> => ({
    id: key,
    header,
    cell: (field) => (
      <TextInput
        size="xs"
        inputMode="numeric"
        className={classes.count}
        aria-label={`${field.name}: ${header}`}
        value={field[key] ?? ''}
        autoComplete="off"
        onChange={(event) => change(field.name, { [key]: countFrom(event.currentTarget.value) })}
      />
    ),
  });
  const label = line('label', 'Label');
  return [
    {
      id: 'name',
      header: 'Field',
      cell: (field) => (
        <>
          {label.cell(field)}
          <code className={classes.name}>{field.name}</code>
        </>
      ),
    },
    box('allowed', 'Allowed'),
    box('required', 'Required'),
    line('pattern', 'Pattern'),
    count('maxLength', 'Max length'),
    line('min', 'Earliest date'),
    box('multiple', 'Multiple'),
    count('max_options', 'Max options'),
    {
      id: 'options',
      header: 'Options',
      cell: (field) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${field.options.length} options of ${field.name}`}
          onClick={() => onOptions(field.name)}
        >
          {String(field.options.length)}
        </Button>
      ),
    },
  ];
}

function AddField({ schema, onChange }: Pick<SchemaEditorProps, 'schema' | 'onChange'>) {
  const [name, setName] = useState<FormField | null>(null);
  const missing = FORM_FIELD_NAMES.filter((one) => !schema.fields.some((field) => field.name === one));
  if (missing.length === 0) return null;
  return (
    <Group align="flex-end" gap="sm">
      <Select label="Further field" placeholder="Choose" data={missing} value={name} onChange={setName} />
      <Button
        variant="default"
        disabled={name === null}
        onClick={() => {
          if (name !== null) onChange(withNewField(schema, name));
          setName(null);
        }}
      >
        Add field
      </Button>
    </Group>
  );
}
