import { Text } from '@mantine/core';
import classes from './raw-answer.module.css';

/** What the clearinghouses sent, unchanged. */
export function RawAnswer({ raw }: { raw: unknown }) {
  if (raw === null || raw === undefined) return <Text size="sm">No answer has arrived.</Text>;
  return (
    // A region that scrolls has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.text} tabIndex={0} aria-label="Raw coverage response">
      {typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}
    </pre>
  );
}
