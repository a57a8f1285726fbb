import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { changesSentence } from '@coverlight/domain/changes/changes-sentence.ts';
import { Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { instantDayText } from '#ui/calendar-date.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import { usePrinting } from '#features/inquiries/coverage/use-printing.ts';
import type { Changes } from './change-list.tsx';
import classes from './what-changed.module.css';

// Opened by those who want to know more than the line says.
const ChangeList = lazy(async () => ({ default: (await import('./change-list.tsx')).ChangeList }));

const TONES: Readonly<Record<NonNullable<Changes['gravest']>, Tone>> = { urgent: 'danger', look: 'warning', info: 'neutral' };
const WORDS: Readonly<Record<NonNullable<Changes['gravest']>, string>> = { urgent: 'Changed', look: 'Changed', info: 'As usual' };

interface WhatChangedProps {
  inquiry: Inquiry;
  /** The answer before. */
  before: NonNullable<Changes['before']>;
  changes: Changes;
}

/** What is new since the answer before: one line that opens (docs/product.md 2.9). */
export function WhatChanged({ inquiry, before, changes }: WhatChangedProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = usePrinting() || isOpened;
  const bodyId = useId();
  const { gravest } = changes;
  return (
    <section className={classes.changed} aria-label="What changed" data-gravity={gravest ?? 'none'}>
      <div className={classes.head}>
        <StatusBadge tone={gravest === null ? 'neutral' : TONES[gravest]} icon="change">
          {gravest === null ? 'No change' : WORDS[gravest]}
        </StatusBadge>
        <Title order={2} className={classes.title}>
          <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpened(!isOpened)}>
            <span className={classes.words}>{changesSentence(changes.changes, instantDayText(before.answered_at))}</span>
            <IconChevronRight size={16} className={classes.chevron} data-open={isOpen} aria-hidden />
          </UnstyledButton>
        </Title>
      </div>
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <ChangeList inquiry={inquiry} before={before} changes={changes.changes} notComparable={changes.not_comparable} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
