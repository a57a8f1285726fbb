import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { answerSentence } from '@coverlight/domain/inquiries/coverage/answer-sentence.ts';
import { readingOf } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { useState } from 'react';
import { browserZone } from '#ui/calendar-date.tsx';
import { AnswerStrip } from './coverage/answer-strip.tsx';
import { NO_CHOICES } from './coverage/benefit-filter-state.ts';
import { CoverageView } from './coverage/coverage-view.tsx';
import { LineSourceProvider } from './coverage/line-source.tsx';
import { ReadingContext } from './coverage/reading.ts';
import { useShownPlan } from './coverage/use-shown-plan.ts';
import { WarningList } from './coverage/warning-list.tsx';
import classes from './inquiry-detail-page.module.css';

/** As the page of a real check shows it, without what can be done with a kept one. */
export function SampleAnswer({ inquiry }: { inquiry: Inquiry }) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const { coverage } = inquiry;
  const shownPlan = useShownPlan(inquiry);
  const { told } = shownPlan;
  const reading = readingOf(inquiry, browserZone());
  if (coverage === null || told.coverage === null) return null;
  return (
    <ReadingContext value={reading}>
      <LineSourceProvider inquiry={inquiry}>
        <div className={classes.answer}>
          <AnswerStrip inquiry={told} sentence={answerSentence(told.coverage, askedDay(inquiry, browserZone()), reading)} action={null} />
          <WarningList inquiry={inquiry} />
          <CoverageView
            inquiry={inquiry}
            coverage={coverage}
            shownPlan={shownPlan}
            choices={choices}
            onChoicesChange={setChoices}
            estimate={null}
            actions={null}
          />
        </div>
      </LineSourceProvider>
    </ReadingContext>
  );
}
