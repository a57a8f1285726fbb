import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './second-factor.module.css';

/** The one time that these codes can be read. */
export function RecoveryCodes({ codes, onSeen }: { codes: readonly string[]; onSeen: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack>
      <div className={classes.codes}>
        <h2 className={classes.codesTitle} ref={heading} tabIndex={-1}>
          Your recovery codes
        </h2>
        <Text mb="sm">
          Keep them in a safe place. With one of them you can sign in when you do not have your second factor at hand. Each works once, and
          they are not shown again.
        </Text>
        <ul className={classes.codeList} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="sm">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onSeen}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
