import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { optionsFrom, optionsText } from './schema-edit.ts';

/** The choices of a field, one on each line. */
export function OptionsDialog(props: { field: PayerField; onClose: () => void; onSave: (options: PayerField['options']) => void }) {
  const { field, onClose, onSave } = props;
  const [typed, setTyped] = useState(() => optionsText(field.options));
  return (
    <Dialog isOpen title={`Options of ${field.label}`} onClose={onClose}>
      <Textarea
        label="Options"
        description="One on each line: code, colon, name."
        rows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onSave(optionsFrom(typed))}>Take over</Button>
      </Group>
    </Dialog>
  );
}
