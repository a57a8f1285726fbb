import { Kbd, Switch } from '@mantine/core';
import { useState } from 'react';
import { areKeysOn, switchKeys } from '#lib/single-keys.ts';
import { Dialog } from '#ui/dialog.tsx';
import classes from './keys-dialog.module.css';

const SINGLE: readonly (readonly [key: string, does: string])[] = [
  ['N', 'New check'],
  ['M', 'Check many: a new list'],
  ['A', 'Send another, on an answer'],
  ['R', 'Check again, on a patient or an answer'],
  ['D', 'Other order of days, in the columns of a list'],
  ['J', 'Next, in What changed and in the results of a list'],
  ['K', 'The one before, in What changed and in the results of a list'],
  ['E', 'Edit and send again, in the results of a list'],
  ['X', 'Done, in What changed and in the results of a list'],
  ['S', 'Snooze, in What changed'],
  ['C', 'Check the company that an answer names, in a case; to the call sheet, in the results of a list'],
  ['/', 'Search the list'],
  ['?', 'This list'],
];

/** Which keys there are. Those that are one character can be switched off: who speaks to the computer would press them by speaking. */
export function KeysDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [isOn, setIsOn] = useState(() => areKeysOn(userId));
  return (
    <Dialog isOpen title="Keys" onClose={onClose}>
      <table className={classes.keys}>
        <tbody>
          <KeyRow keys={['Ctrl', 'Enter']} does="Send the form (on a Mac: Cmd Enter)" />
          <KeyRow keys={['Enter']} does="Open what is chosen, in What changed and in results; accept what is proposed, before that" />
          <KeyRow keys={['F1']} does="What a field means, where a ? stands beside it" />
          {SINGLE.map(([key, does]) => (
            <KeyRow key={key} keys={[key]} does={does} />
          ))}
        </tbody>
      </table>
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
    <tr>
      <th scope="row">
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </th>
      <td>{does}</td>
    </tr>
  );
}
