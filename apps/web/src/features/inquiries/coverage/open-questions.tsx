import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { behaviouralAdministrators } from '@coverlight/domain/inquiries/coverage/carve-out.ts';
import { levelsOfCare } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { countKnown, openQuestions, type Phone, phonesToAsk } from '@coverlight/domain/inquiries/coverage/open-questions.ts';
import { phoneText, unknownWords } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import classes from './open-questions.module.css';
import { PayerWords } from './payer-text.tsx';
import { PhoneLink } from './phone-link.tsx';

interface OpenQuestionsProps {
  inquiry: Inquiry;
  coverage: Coverage;
  plan: Plan;
}

/** What the answer does not tell, and the way to find it out: what was not asked can be asked, the rest is a telephone call. */
export function OpenQuestions({ inquiry, coverage, plan }: OpenQuestionsProps) {
  const { known, questions, phones } = useMemo(() => {
    const rows = levelsOfCare({ coverage, plan });
    return {
      known: countKnown(rows),
      questions: openQuestions(rows),
      phones: phonesToAsk(plan, behaviouralAdministrators(coverage, plan)),
    };
  }, [coverage, plan]);
  return (
    <section className={classes.open} aria-label="What is still unknown">
      <details>
        <summary className={classes.summary}>
          <strong>{`Known ${known.known} of ${known.of}`}</strong>
          <span>{unknownWords(known)}</span>
          {questions.length > 0 && (
            <span className={classes.press}>
              {phones[0] === undefined ? 'Questions to ask' : `Questions to ask, ${phoneText(phones[0].number)}`}
            </span>
          )}
        </summary>
        <div className={classes.body}>
          <p>{`Of the ${known.of} facts of the grid: 5 levels of care, 7 facts each, in and out of network.`}</p>
          {known.notAsked > 0 && (
            <p>
              Not asked yet:{' '}
              <Anchor component={Link} to={`/inquiries/${inquiry.id}/copy`}>
                ask for these levels of care
              </Anchor>{' '}
              before you call.
            </p>
          )}
          <WhereToCall phones={phones} />
          <ol className={classes.questions}>
            {questions.map(({ question, levels }) => (
              <li key={question}>
                <strong>{question}</strong> {levels.join(', ')}
              </li>
            ))}
          </ol>
        </div>
      </details>
    </section>
  );
}

function WhereToCall({ phones }: { phones: readonly Phone[] }) {
  if (phones.length === 0) return <p>The answer names no telephone number: call the one on the card.</p>;
  return (
    <p>
      Call{' '}
      {phones.map(({ name, number }, index) => (
        <span key={number}>
          {index > 0 && ', '}
          {name !== null && (
            <>
              <PayerWords isClamped>{name}</PayerWords>{' '}
            </>
          )}
          <PhoneLink number={number} />
        </span>
      ))}
      :
    </p>
  );
}
