import { Kbd, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import { areKeysOn, switchKeys } from '#lib/single-keys.ts';
import { Dialog } from '#ui/dialog.tsx';

const SINGLE: readonly (readonly [key: string, does: string])[] = [
  ['N', 'New check'],
  ['A', 'Send another, on an answer'],
  ['/', 'Search the list'],
  ['?', 'This list'],
];

/** Which keys there are. Those that are one character can be switched off: who speaks to the computer would press them by speaking. */
export function KeysDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [isOn, setIsOn] = useState(() => areKeysOn(userId));
  return (
    <Dialog isOpen title="Keys" onClose={onClose}>
      <Table mb="md">
        <Table.Tbody>
          <KeyRow keys={['Ctrl', 'Enter']} does="Send the form (on a Mac: Cmd Enter)" />
          <KeyRow keys={['F1']} does="What a field means, where a ? stands beside it" />
          {SINGLE.map(([key, does]) => (
            <KeyRow key={key} keys={[key]} does={does} />
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label="Single keys are on"
        description={`${SINGLE.map(([key]) => key).join(', ')}; for you, in this browser`}
        checked={isOn}
        onChange={(event) => {
          switchKeys(userId, event.currentTarget.checked);
          setIsOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

function KeyRow({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w="40%">
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Th>
      <Table.Td>{does}</Table.Td>
    </Table.Tr>
  );
}
