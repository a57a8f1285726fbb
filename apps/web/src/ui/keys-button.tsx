import { Button } from '@mantine/core';
import { wantKeys } from '#lib/keys-wanted.ts';

/** The way to the list of keys that needs no key. */
export function KeysButton() {
  return (
    <Button variant="subtle" size="compact-sm" onClick={wantKeys}>
      Keys
    </Button>
  );
}
