/** A '?' that opens one sentence about a word of the trade (docs/product.md 8.9). */
import { useClickOutside } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useState } from 'react';
import classes from './help-mark.module.css';

export interface Help {
  /** The word, as it stands beside the mark. */
  term: string;
  sentence: string;
}

interface HelpMarkProps extends Help {
  /** Beside a field: F1 in the field opens it, so that it costs nobody a key on the way through the form. */
  isOfField?: boolean;
}

export function HelpMark({ term, sentence, isOfField = false }: HelpMarkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const noteId = useId();
  const root = useClickOutside<HTMLSpanElement>(() => setIsOpen(false));
  useEffect(() => {
    const field = isOfField ? root.current?.parentElement : null;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false);
      if (event.key !== 'F1') return;
      event.preventDefault();
      setIsOpen((was) => !was);
    };
    const place = field ?? root.current;
    place?.addEventListener('keydown', onKey);
    return () => place?.removeEventListener('keydown', onKey);
  }, [isOfField, root]);
  return (
    <span ref={root} className={`${classes.root} ${isOfField ? classes.ofField : ''} no-print`}>
      <button
        type="button"
        className={classes.mark}
        aria-label={`What does ${term} mean?`}
        aria-expanded={isOpen}
        aria-controls={noteId}
        {...(isOfField ? { tabIndex: -1, 'aria-keyshortcuts': 'F1', title: 'Help (F1)' } : {})}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden>?</span>
      </button>
      <span id={noteId} role="status" className={isOpen ? classes.note : undefined}>
        {isOpen && sentence}
      </span>
    </span>
  );
}

/** A field with its mark; without help the field alone. */
export function WithHelp({ help, children }: { help: Help | undefined; children: ReactNode }) {
  if (help === undefined) return children;
  return (
    <div className={classes.field}>
      {children}
      <HelpMark {...help} isOfField />
    </div>
  );
}
