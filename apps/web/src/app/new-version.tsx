import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './shell.module.css';

/** Product rule (docs/product.md 9). */
const CHECK_EVERY_MS = 15 * 60 * 1000;
const LOOK_EVERY_MS = 30 * 1000;

/** The script that a page starts with: it changes with every release, unlike the page itself, whose nonce is always new. */
export function entryScript(html: Document): string | null {
  return html.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

async function hasNewVersion(running: string): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-cache', credentials: 'omit' }).catch(() => null);
  if (!response?.ok) return false;
  const latest = entryScript(new DOMParser().parseFromString(await response.text(), 'text/html'));
  return latest !== null && latest !== running;
}

/** True once the server hands out another release. Looks only while the tab is visible, and at once on coming back to it. */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    const running = entryScript(document);
    if (isNew || running === null) return undefined;
    let checkedAt = Date.now();
    const look = () => {
      if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return;
      checkedAt = Date.now();
      void hasNewVersion(running).then((found) => found && setIsNew(true));
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isNew]);
  return isNew;
}

/** Never reloads by itself: a form may be half filled. */
export function NewVersionNotice() {
  const isNew = useNewVersion();
  return (
    <div role="status" className={classes.snackbar}>
      {isNew && (
        <Paper shadow="md" p="sm" withBorder>
          <Group>
            <Text size="sm">There is a new version... Please reload.</Text>
            <Button size="compact-sm" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </Group>
        </Paper>
      )}
    </div>
  );
}
