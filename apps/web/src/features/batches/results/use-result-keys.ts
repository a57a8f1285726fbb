import { useEffect, useRef } from 'react';
import { areKeysOn, singleKey } from '#lib/single-keys.ts';

interface ResultActs {
  /** To the next row (1) or the one before (-1). */
  step: (by: 1 | -1) => void;
  edit: () => void;
  done: () => void;
  /** To the case of what the answer leaves open. */
  callSheet: () => void;
}

/** J, K, E, X and C on the current row (docs/product.md 2.2). Enter is the link's own. */
export function useResultKeys(userId: string, acts: ResultActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = areKeysOn(userId) ? singleKey(event) : null;
      const { step, edit, done, callSheet } = latest.current;
      const act = { j: () => step(1), k: () => step(-1), e: edit, x: done, c: callSheet }[key ?? ''];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [userId]);
}
