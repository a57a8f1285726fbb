import { useEffect, useRef } from 'react';
import { areKeysOn, singleKey } from '#lib/single-keys.ts';

interface InboxActs {
  /** To the next item (1) or the one before (-1). */
  step: (by: 1 | -1) => void;
  done: () => void;
  snooze: () => void;
}

/** J, K, X and S on the current item (docs/product.md 2.2). Enter is the link's own. */
export function useInboxKeys(userId: string, acts: InboxActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = areKeysOn(userId) ? singleKey(event) : null;
      const { step, done, snooze } = latest.current;
      const act = { j: () => step(1), k: () => step(-1), x: done, s: snooze }[key ?? ''];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [userId]);
}
