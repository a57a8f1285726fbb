import { Button, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { instantText } from '#ui/calendar-date.tsx';
import { Choice } from '#ui/choice.tsx';
import { AnswerSummary } from './answer-summary.tsx';
import classes from './person-page.module.css';
import { personEventsOptions } from './persons.queries.ts';

/** The answers of any two checks beside each other, on a phone one below the other; asked for, since each is a whole answer. */
export function SideBySide({ personId }: { personId: string }) {
  const events = useInfiniteQuery(personEventsOptions(personId));
  const [isOpen, setIsOpen] = useState(false);
  const [picked, setPicked] = useState<{ left?: string; right?: string }>({});
  const checks = (events.data?.pages.flat() ?? []).flatMap(({ kind, inquiry_id: id, at, words }) =>
    kind === 'check' && id !== null ? [{ value: id, label: `${instantText(at)}: ${words}` }] : [],
  );
  const [newest, second] = checks;
  if (newest === undefined || second === undefined) return null;
  // The older one stands left, as one reads.
  const left = picked.left ?? second.value;
  const right = picked.right ?? newest.value;
  return (
    <section aria-labelledby="side-by-side">
      <div className={classes.titleLine}>
        <Title order={2} id="side-by-side" className={classes.title}>
          Two answers side by side
        </Title>
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Compare two answers'}
        </Button>
      </div>
      {isOpen && (
        <>
          <div className={classes.pair}>
            <Choice label="Left" options={checks} value={left} onChange={(value) => setPicked({ left: value, right })} />
            <Choice label="Right" options={checks} value={right} onChange={(value) => setPicked({ left, right: value })} />
          </div>
          {events.hasNextPage && (
            <Text size="xs" c="dimmed">
              Older checks can be chosen once they are loaded below.
            </Text>
          )}
          <div className={classes.pair}>
            <AnswerSummary inquiryId={left} label="Left answer" />
            <AnswerSummary inquiryId={right} label="Right answer" />
          </div>
        </>
      )}
    </section>
  );
}
