import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { onKeysWanted } from '#lib/keys-wanted.ts';
import { areKeysOn, LIST_SEARCH_ID, singleKey } from '#lib/single-keys.ts';

// Opened by a few, and seldom.
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const LIST = '/inquiries';
/** Within this time the list is there, or the search box is let be. */
const LIST_PATIENCE_MS = 3000;

/** The search box may have to be waited for. */
function focusSearch(): void {
  const until = Date.now() + LIST_PATIENCE_MS;
  const look = () => {
    const box = document.getElementById(LIST_SEARCH_ID);
    if (box) box.focus();
    else if (Date.now() < until) requestAnimationFrame(look);
  };
  look();
}

/** What a key presses, where it stands on the screen. */
const PRESSES: Readonly<Record<string, string>> = {
  a: 'main a[href*="/inquiries/new?after="]',
  r: 'main a[data-repeat]',
  c: 'main [data-key="check-company"]',
};

/** Keys that do something on their own, and the dialog that lists them (docs/product.md 2.2). */
export function Keys({ userId }: { userId: string }) {
  const router = useRouter();
  const [isListed, setIsListed] = useState(false);
  useEffect(() => onKeysWanted(() => setIsListed(true)), []);
  // Not after the screen is painted: whoever sees the menu can press a key.
  useLayoutEffect(() => {
    const act: Record<string, () => void> = {
      n: () => void router.navigate({ to: '/inquiries/new' }),
      m: () => void router.navigate({ to: '/batches/new' }),
      '/': () => {
        // Of this screen, where it has one.
        if (document.getElementById(LIST_SEARCH_ID) || router.latestLocation.pathname === LIST) return focusSearch();
        void router.navigate({ to: LIST }).then(focusSearch);
      },
      '?': () => setIsListed(true),
    };
    const press = (event: KeyboardEvent) => {
      const key = singleKey(event);
      if (key === null || !areKeysOn(userId)) return;
      // What a key would press may not be there: then it is the screen's own.
      const place = PRESSES[key];
      const pressed = place === undefined ? null : document.querySelector<HTMLElement>(place);
      const does = pressed === null ? act[key] : () => pressed.click();
      if (does === undefined) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [router, userId]);
  if (!isListed) return null;
  return (
    <Suspense>
      <KeysDialog userId={userId} onClose={() => setIsListed(false)} />
    </Suspense>
  );
}
