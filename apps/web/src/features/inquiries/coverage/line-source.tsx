/** Why this number: every amount opens the payer's own line that it came from. One popover serves the whole page. */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { createContext, lazy, type MouseEvent, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import classes from './line-source.module.css';
import type { Source } from './source-lines.tsx';
import type { Place } from './source-popover.tsx';

// Loaded with the first question: the code that places a popover is large, and most visits ask nothing.
const SourcePopover = lazy(async () => ({ default: (await import('./source-popover.tsx')).SourcePopover }));

type OpenSource = (source: Source, button: HTMLElement) => void;

const SourceContext = createContext<OpenSource>(() => {});

export function LineSourceProvider({ inquiry, children }: { inquiry: Inquiry; children: ReactNode }) {
  const [shown, setShown] = useState<{ source: Source; place: Place } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const open = useMemo<OpenSource>(
    () => (source, button) => {
      const outer = frame.current?.getBoundingClientRect();
      const { top, left, width, height } = button.getBoundingClientRect();
      opener.current = button;
      setShown({ source, place: { top: top - (outer?.top ?? 0), left: left - (outer?.left ?? 0), width, height } });
    },
    [],
  );
  const close = () => {
    setShown(null);
    opener.current?.focus({ preventScroll: true });
  };
  // The popover hears keys only once it has the focus.
  useWindowEvent('keydown', ({ key }) => {
    const isElsewhere = document.activeElement === opener.current || document.activeElement === document.body;
    if (key === 'Escape' && shown !== null && isElsewhere) close();
  });
  return (
    <SourceContext value={open}>
      <div ref={frame} className={classes.frame}>
        {children}
        {shown && (
          <Suspense>
            <SourcePopover inquiry={inquiry} source={shown.source} place={shown.place} onClose={close} />
          </Suspense>
        )}
      </div>
    </SourceContext>
  );
}

/** A name in place of what stands there, which it must contain for people who speak commands; or what goes before it. */
type SourceName = { label: string } | { about: string };

/** A number that can be asked where it comes from, by mouse and keyboard. */
export function SourceButton({ children, service, lines, ...names }: Source & { children: ReactNode } & SourceName) {
  const open = useContext(SourceContext);
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="dialog"
      {...('label' in names ? { 'aria-label': `${names.label}: where this comes from` } : {})}
      onClick={(event: MouseEvent<HTMLButtonElement>) => open({ service, lines }, event.currentTarget)}
    >
      {'about' in names && <VisuallyHidden>{`${names.about}: `}</VisuallyHidden>}
      {children}
      {'about' in names && <VisuallyHidden>: where this comes from</VisuallyHidden>}
    </UnstyledButton>
  );
}
