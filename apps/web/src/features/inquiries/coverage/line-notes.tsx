import { memo } from 'react';
import { lineConditions, lineTexts, type SourceLine } from './line-words.ts';
import classes from './line-notes.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

/** Everything a line says beside its amount, small and in the payer's words; renders nothing where it says nothing more. */
export const LineNotes = memo(function LineNotes({ line }: { line: SourceLine }) {
  const conditions = lineConditions(line);
  const texts = lineTexts(line);
  if (conditions.length === 0 && texts.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {conditions.map(({ label, value }, index) => (
        // One label may come twice.
        <li key={`${label} ${index}`}>
          <PayerWords>{label}</PayerWords>
          {': '}
          <PayerWords>{value ?? ''}</PayerWords>
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
