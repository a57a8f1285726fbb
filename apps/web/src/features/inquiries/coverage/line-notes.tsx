import { memo } from 'react';
import { lineConditions, lineTexts, QUANTITY_LABEL, type SourceLine } from './line-words.ts';
import classes from './line-notes.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

interface LineNotesProps {
  line: SourceLine;
  /** Where the quantity already stands beside it. */
  hidesQuantity?: boolean;
}

/** Everything a line says beside its amount, small and in the payer's words; renders nothing where it says nothing more. */
export const LineNotes = memo(function LineNotes({ line, hidesQuantity = false }: LineNotesProps) {
  const conditions = lineConditions(line).filter(({ label }) => !hidesQuantity || label !== QUANTITY_LABEL);
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
