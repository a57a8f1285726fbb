import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { beyondIdentifiers } from '@coverlight/domain/payers/offered-combos.ts';
import { Radio, Stack, Text } from '@mantine/core';
import { WithHelp } from '#ui/help-mark.tsx';
import { COMBO_HELP } from './field-help.ts';
import { comboFields, comboKey } from './form-values.ts';
import { comboInWords, namesInWords } from './schema-rules.ts';

/** Which facts identify the patient, each way in words. Nothing to choose where the payer takes only one. */
export function ComboChooser(props: { schema: PayerSchema; value: string; onChange: (combo: string) => void }) {
  const { schema, value, onChange } = props;
  const alsoAsked = beyondIdentifiers(comboFields(value));
  return (
    <>
      {schema.combos.length > 1 && <Ways schema={schema} value={value} onChange={onChange} />}
      {alsoAsked.length > 0 && <Text size="sm">{`This payer also asks for: ${namesInWords(schema, alsoAsked)}.`}</Text>}
    </>
  );
}

function Ways({ schema, value, onChange }: { schema: PayerSchema; value: string; onChange: (combo: string) => void }) {
  return (
    <WithHelp help={COMBO_HELP}>
      <Radio.Group label="Find the patient by" value={value} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {schema.combos.map((combo) => (
            <Radio key={comboKey(combo)} value={comboKey(combo)} label={comboInWords(schema, combo)} />
          ))}
        </Stack>
      </Radio.Group>
    </WithHelp>
  );
}
