/** Why this number: every amount opens the payer's own line that it came from. One popover serves the whole page. */
import { CloseButton, Popover, Text, UnstyledButton } from '@mantine/core';
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useMemo, useRef, useState } from 'react';
import { NotStated } from '#ui/money.tsx';
import { type LabelledFact, lineFacts, type SourceLine, lineTexts, lineTitle } from './line-words.ts';
import classes from './line-source.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

export interface Source {
  /** The service the lines belong to; null for what is said of the plan. */
  service: string | null;
  lines: readonly SourceLine[];
}
interface Place {
  top: number;
  left: number;
  width: number;
  height: number;
}
type OpenSource = (source: Source, button: HTMLElement) => void;

const SourceContext = createContext<OpenSource>(() => {});

export function LineSourceProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ source: Source; place: Place } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const titleId = useId();
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
  return (
    <SourceContext value={open}>
      <div ref={frame} className={classes.frame}>
        {children}
        {shown && (
          <Popover
            opened
            onChange={(isOpen) => !isOpen && close()}
            withRoles={false}
            trapFocus
            width={400}
            position="bottom-start"
            shadow="md"
            withArrow
          >
            <Popover.Target>
              <span className={classes.anchor} style={shown.place} aria-hidden />
            </Popover.Target>
            <Popover.Dropdown className={classes.dropdown}>
              <div role="dialog" aria-labelledby={titleId}>
                <div className={classes.head}>
                  <Text id={titleId} fw={650} size="sm">
                    Where this comes from
                  </Text>
                  <CloseButton aria-label="Close" size="sm" onClick={close} data-autofocus />
                </div>
                <SourceLines source={shown.source} />
              </div>
            </Popover.Dropdown>
          </Popover>
        )}
      </div>
    </SourceContext>
  );
}

function SourceLines({ source }: { source: Source }) {
  return (
    <div className={classes.lines}>
      {source.lines.map((line) => (
        <section key={line.line_ids.join()} className={classes.line}>
          <Text size="sm" fw={600}>
            <PayerWords>{source.service === null ? lineTitle(line) : `${lineTitle(line)}, ${source.service}`}</PayerWords>
          </Text>
          <FactList facts={lineFacts(line)} />
          {lineTexts(line).map((text) => (
            <PayerText key={text} text={text} quoted />
          ))}
          <Text size="xs" c="dimmed" className={classes.ids}>
            {line.line_ids.length === 1 ? 'Line of the answer: ' : `${line.line_ids.length} lines of the answer: `}
            {line.line_ids.join(', ')}
          </Text>
        </section>
      ))}
    </div>
  );
}

/** Labels beside values; a missing value reads "not stated". `columns` spreads them over the width. */
export function FactList({ facts, columns = false }: { facts: readonly LabelledFact[]; columns?: boolean }) {
  return (
    <dl className={columns ? classes.columns : classes.facts}>
      {facts.map(({ label, value }, index) => (
        // A payer may send one label twice.
        <div key={`${label} ${index}`}>
          <dt>
            <PayerWords>{label}</PayerWords>
          </dt>
          <dd>{value === null ? <NotStated /> : <PayerText text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A number that can be asked where it comes from, by mouse and keyboard. */
export function SourceButton({ children, label, service, lines }: Source & { children: ReactNode; label: string }) {
  const open = useContext(SourceContext);
  const source = { service, lines };
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="dialog"
      aria-label={`${label}: where this comes from`}
      onClick={(event: MouseEvent<HTMLButtonElement>) => open(source, event.currentTarget)}
    >
      {children}
    </UnstyledButton>
  );
}
