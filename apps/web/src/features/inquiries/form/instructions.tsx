import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { List, Paper, Text, Title } from '@mantine/core';
import { KeysButton } from '#ui/keys-button.tsx';
import { comboInWords } from './schema-rules.ts';

/** What to do, beside the form, with what the chosen payer wants to know. */
export function Instructions({ payerName, schema }: { payerName: string | null; schema: PayerSchema | undefined }) {
  return (
    <Paper component="aside" withBorder p="lg" radius="md" aria-labelledby="instructions-title">
      <Title order={2} id="instructions-title" mb="sm">
        Instructions
      </Title>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>Choose the provider that treats the patient, and the payer on the insurance card.</List.Item>
        <List.Item>Enter the patient as the card shows: the whole member ID with its letters, no nicknames.</List.Item>
        <List.Item>Choose what kind of care you ask about, then send. Most answers take some seconds.</List.Item>
      </List>
      {schema && payerName && schema.combos.length > 0 && (
        <>
          <Text size="sm" mt="md" fw={600}>{`${payerName} finds a patient by`}</Text>
          <List size="sm" mt={4}>
            {schema.combos.map((combo) => (
              <List.Item key={combo.join()}>{comboInWords(schema, combo)}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm" mt="md" c="dimmed">
        Ctrl and Enter send from anywhere in the form. You can save a draft at any time and finish it later. An answer is no guarantee of
        payment; please verify what matters with the payer.
      </Text>
      <KeysButton />
    </Paper>
  );
}
