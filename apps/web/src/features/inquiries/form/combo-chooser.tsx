import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { Radio, Stack } from '@mantine/core';
import { comboKey } from './form-values.ts';
import { comboInWords } from './schema-rules.ts';

/** Which facts identify the patient, each way in words. Nothing to choose where the payer takes only one. */
export function ComboChooser(props: { schema: PayerSchema; value: string; onChange: (combo: string) => void }) {
  const { schema, value, onChange } = props;
  if (schema.combos.length < 2) return null;
  return (
    <Radio.Group label="Find the patient by" value={value} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {schema.combos.map((combo) => (
          <Radio key={comboKey(combo)} value={comboKey(combo)} label={comboInWords(schema, combo)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
