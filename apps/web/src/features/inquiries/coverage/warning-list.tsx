import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Anchor, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import { CheckAdministrator } from './check-administrator.tsx';
import { ConfirmPerson } from './confirm-person.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';
import { RecordDifferences } from './record-differences.tsx';
import { usePrinting } from './use-printing.ts';
import classes from './warning-list.module.css';

const SHOWN_QUOTES = 4;

const SEVERITY: Readonly<Record<CoverageWarning['severity'], { tone: Tone; word: string }>> = {
  danger: { tone: 'danger', word: 'Important' },
  warning: { tone: 'warning', word: 'Check' },
  info: { tone: 'info', word: 'Note' },
};
/** These have a place of their own on the page. */
const ELSEWHERE: ReadonlySet<CoverageWarning['kind']> = new Set(['expired', 'asked-under-platform']);
/** Told as a table of what was typed and what came back. */
const OF_RECORDS: ReadonlySet<CoverageWarning['kind']> = new Set(['somebody-else', 'records-differ']);

/** What changes what to do, gravest first as the server sent it, each with its reason in the payer's words. */
export function WarningList({ inquiry }: { inquiry: Inquiry }) {
  const shown = inquiry.warnings.filter((warning) => !ELSEWHERE.has(warning.kind));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="warnings">
      <Title order={2} id="warnings" className={classes.heading}>
        {shown.length === 1 ? '1 thing to know first' : `${shown.length} things to know first`}
      </Title>
      <ul className={classes.list}>
        {shown.map((warning) => (
          <li
            key={`${warning.kind} ${warning.title} ${warning.line_ids.join()}`}
            className={classes.warning}
            data-severity={warning.severity}
          >
            <WarningItem warning={warning} inquiry={inquiry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WarningItem({ warning, inquiry }: { warning: CoverageWarning; inquiry: Inquiry }) {
  const { tone, word } = SEVERITY[warning.severity];
  return (
    <>
      <div className={classes.head}>
        <StatusBadge tone={tone}>{word}</StatusBadge>
        <Title order={3} className={classes.title}>
          <PayerWords isClamped>{warning.title}</PayerWords>
        </Title>
      </div>
      <PayerQuotes texts={warning.payer_words} />
      <Text size="sm">
        {warning.action} <CheckAdministrator inquiry={inquiry} warning={warning} />
      </Text>
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

const isPhone = (label: string, value: string) => /phone|telephone/i.test(label) && /^[\d\s().+x-]{7,25}$/i.test(value);

function PhoneLink({ number }: { number: string }) {
  return <Anchor href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{number}</Anchor>;
}
