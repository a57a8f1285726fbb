import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { SEVERITY_WORDS, toldWarnings } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { HelpMark } from '#ui/help-mark.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { CheckAdministrator } from './check-administrator.tsx';
import { ConfirmPerson } from './confirm-person.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';
import { isPhone, PhoneLink } from './phone-link.tsx';
import { RecordDifferences } from './record-differences.tsx';
import { usePrinting } from './use-printing.ts';
import classes from './warning-list.module.css';

const SHOWN_QUOTES = 4;
/** So many lines leave room for what the answer is opened for. */
const SHOWN_WARNINGS = 3;

/** Told as a table of what was typed and what came back. */
const OF_RECORDS: ReadonlySet<CoverageWarning['kind']> = new Set(['somebody-else', 'records-differ']);

/**
 * What changes what to do, gravest first as the server sent it: one line each, which opens to the reason in the payer's words. Those after
 * the third are counted and one press away.
 */
export function WarningList({ inquiry }: { inquiry: Inquiry }) {
  const [showsAll, setShowsAll] = useState(false);
  const isPrinting = usePrinting();
  const told = toldWarnings(inquiry.warnings);
  // The line about the other plan stands right below: here it comes last.
  const warnings = [...told.filter(({ kind }) => kind !== 'several-plans'), ...told.filter(({ kind }) => kind === 'several-plans')];
  if (warnings.length === 0) return null;
  const first = warnings.slice(0, SHOWN_WARNINGS);
  const others = warnings.slice(SHOWN_WARNINGS);
  const withAction = first.find((warning) => lineAction(warning) !== null);
  return (
    <section aria-labelledby="warnings" className={classes.warnings}>
      <Title order={2} id="warnings" className="visually-hidden">
        {warnings.length === 1 ? '1 thing to know first' : `${warnings.length} things to know first`}
      </Title>
      <ul className={classes.list}>
        {first.map((warning, index) => (
          <WarningLine key={keyOf(warning)} warning={warning} inquiry={inquiry} showsAction={warning === withAction}>
            {index === SHOWN_WARNINGS - 1 && others.length > 0 && (
              <UnstyledButton className={`${classes.more} no-print`} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Show fewer' : `${others.length} more to know`}
              </UnstyledButton>
            )}
          </WarningLine>
        ))}
      </ul>
      {others.length > 0 && (
        <ul className={classes.list} hidden={!showsAll && !isPrinting}>
          {others.map((warning) => (
            <WarningLine key={keyOf(warning)} warning={warning} inquiry={inquiry} showsAction={false} />
          ))}
        </ul>
      )}
    </section>
  );
}

const CAPITATED = {
  term: 'capitated',
  sentence: 'The payer pays a group or doctor a fixed amount for this care: only they may be paid for it, so ask them first.',
};

const keyOf = ({ kind, title, line_ids: ids }: CoverageWarning) => `${kind} ${title} ${ids.join()}`;

/** The number to call, where the warning names one. */
const lineAction = ({ facts }: CoverageWarning): string | null => facts.find(({ label, value }) => isPhone(label, value))?.value ?? null;

interface WarningLineProps {
  warning: CoverageWarning;
  inquiry: Inquiry;
  /** One line alone has its action beside it; the others have it inside. */
  showsAction: boolean;
  /** Beside the line. */
  children?: ReactNode;
}

function WarningLine({ warning, inquiry, showsAction, children }: WarningLineProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = usePrinting() || isOpened;
  const bodyId = useId();
  const phone = showsAction ? lineAction(warning) : null;
  return (
    <li className={classes.warning} data-severity={warning.severity}>
      <div className={classes.head}>
        <StatusBadge tone={warning.severity}>{SEVERITY_WORDS[warning.severity]}</StatusBadge>
        <Title order={3} size="0.875rem" className={classes.title}>
          <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpened(!isOpened)}>
            <span className={classes.words} data-open={isOpen}>
              <PayerWords isClamped>{warning.title}</PayerWords>
            </span>
            <IconChevronRight size={16} className={classes.chevron} data-open={isOpen} aria-hidden />
          </UnstyledButton>
        </Title>
        <CheckAdministrator inquiry={inquiry} warning={warning} />
        {phone !== null && <PhoneLink number={phone} />}
        {warning.kind === 'capitated' && <HelpMark {...CAPITATED} />}
        {children}
      </div>
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        <WarningBody warning={warning} inquiry={inquiry} />
      </div>
    </li>
  );
}

function WarningBody({ warning, inquiry }: { warning: CoverageWarning; inquiry: Inquiry }) {
  return (
    <>
      <PayerQuotes texts={warning.payer_words} />
      <Text size="sm">{warning.action}</Text>
      {OF_RECORDS.has(warning.kind) ? (
        <RecordDifferences inquiry={inquiry} />
      ) : (
        warning.facts.length > 0 && <WarningFacts facts={warning.facts} />
      )}
      {warning.kind === 'somebody-else' && (
        <div>
          <ConfirmPerson inquiry={inquiry} />
        </div>
      )}
    </>
  );
}

/** One statement may rest on dozens of lines: a few are enough to see why, the rest is one click away. */
function PayerQuotes({ texts }: { texts: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = usePrinting();
  const shown = isOpen || isPrinting ? texts : texts.slice(0, SHOWN_QUOTES);
  const more = texts.length - SHOWN_QUOTES;
  return (
    <>
      {shown.map((text) => (
        <blockquote key={text} className={classes.quote}>
          <PayerText text={text} />
        </blockquote>
      ))}
      {more > 0 && !isPrinting && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show ${more} more`}
        </UnstyledButton>
      )}
    </>
  );
}

function WarningFacts({ facts }: { facts: CoverageWarning['facts'] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={`${label} ${value}`}>
          <dt>
            <PayerWords isClamped>{label}</PayerWords>
          </dt>
          <dd>{isPhone(label, value) ? <PhoneLink number={value} /> : <PayerText text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
