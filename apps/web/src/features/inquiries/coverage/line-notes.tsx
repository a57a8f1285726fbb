import { memo } from 'react';
import { type ConditionKind, lineConditions, lineTexts, type SourceLine } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import classes from './line-notes.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

const NOTHING: readonly ConditionKind[] = [];

interface LineNotesProps {
  line: SourceLine;
  /** What already stands beside it. */
  hides?: readonly ConditionKind[];
}

/** Everything a line says beside its amount, small and in the payer's words; renders nothing where it says nothing more. */
export const LineNotes = memo(function LineNotes({ line, hides = NOTHING }: LineNotesProps) {
  const conditions = lineConditions(line).filter((condition) => !hides.includes(condition.kind));
  const texts = lineTexts(line);
  if (conditions.length === 0 && texts.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {conditions.map(({ label, value }, index) => (
        // One label may come twice.
        <li key={`${label} ${index}`}>
          <PayerWords>{label}</PayerWords>
          {': '}
          <PayerWords>{value}</PayerWords>
        </li>
      ))}
      {texts.map((text) => (
        <li key={text}>
          <PayerText text={text} />
        </li>
      ))}
    </ul>
  );
});
