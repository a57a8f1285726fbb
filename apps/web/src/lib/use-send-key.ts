import { useEffect, useRef } from 'react';
import { isDialogOpen } from './single-keys.ts';

/** Ctrl and Enter, or Cmd and Enter, send from anywhere in the form; a list or dialog that is open has the key first. */
export function useSendKey(send: () => void): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !event.isComposing;
      if (!isWanted || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
