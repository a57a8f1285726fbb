import { type RefObject, useEffect, useRef } from 'react';

/** A control at work is disabled and so loses the focus. It gets it back when the work has ended, unless something else has it by then. */
export function useKeptFocus<Control extends HTMLElement>(isBusy: boolean): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) control.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return control;
}
