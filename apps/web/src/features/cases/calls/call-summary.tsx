import type { CallAnswer, CallSheet } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Button, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { StatusBadge } from '#ui/status-badge.tsx';
import { CallFacts } from './call-facts.tsx';
import classes from './calls.module.css';

// Slips of the pen are few.
const CorrectionDialog = lazy(async () => ({ default: (await import('./correction-dialog.tsx')).CorrectionDialog }));

const ENDED_WORDS = { superseded: 'Corrected since', expired: 'Too old to count' } as const;

/** What was told, each with whom, when and under which reference. An answer is never changed: a correction stands after it. */
export function CallSummary({ sheet }: { sheet: CallSheet }) {
  const [corrected, setCorrected] = useState<CallAnswer | null>(null);
  return (
    <section className={classes.card} aria-labelledby="told">
      <Title order={2} id="told">
        Told by phone
      </Title>
      <ul className={classes.told}>
        {sheet.answers.map((answer) => (
          <li key={answer.id}>
            <div className={classes.line}>
              <span>
                {answer.words} <strong>{answer.text}</strong>
              </span>
              {answer.ended !== null && <StatusBadge tone="neutral">{ENDED_WORDS[answer.ended]}</StatusBadge>}
              {answer.supersedes !== null && <StatusBadge tone="info">Correction</StatusBadge>}
              {answer.ended === null && (
                <Button size="compact-sm" variant="subtle" aria-label={`Correct: ${answer.words}`} onClick={() => setCorrected(answer)}>
                  Correct
                </Button>
              )}
            </div>
            <details className={classes.fold}>
              <summary>{`${answer.rep_name}, reference ${answer.reference_no}`}</summary>
              <CallFacts answer={answer} />
            </details>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        Stands in the grid as told by phone, beside the payer’s lines and never in their place.
      </Text>
      {corrected !== null && (
        <Suspense>
          <CorrectionDialog sheet={sheet} answer={corrected} onClose={() => setCorrected(null)} />
        </Suspense>
      )}
    </section>
  );
}
