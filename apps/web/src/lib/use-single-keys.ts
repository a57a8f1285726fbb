import { useLayoutEffect, useRef } from 'react';
import { areKeysOn, singleKey } from './single-keys.ts';

/** What each key does on this screen, for whoever has not switched keys off (docs/product.md 2.2). */
export function useSingleKeys(userId: string | undefined, acts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  // Not after the screen is painted: whoever sees it can press a key.
  useLayoutEffect(() => {
    if (userId === undefined) return undefined;
    const press = (event: KeyboardEvent) => {
      const act = areKeysOn(userId) ? latest.current[singleKey(event) ?? ''] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [userId]);
}
