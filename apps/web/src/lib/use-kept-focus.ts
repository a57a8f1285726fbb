import { type RefObject, useEffect, useRef } from 'react';

/**
 * A control at work is disabled and so loses the focus. It gets it back when the work has ended; if the work took the control away, the
 * screen's heading gets it, so that keyboards never start anew. What has the focus meanwhile keeps it.
 */
export function useKeptFocus<Control extends HTMLElement>(isBusy: boolean): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && isNowhere()) control.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  useEffect(
    () => () => {
      if (wasBusy.current && isNowhere()) document.querySelector<HTMLElement>('h1')?.focus();
    },
    [],
  );
  return control;
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
