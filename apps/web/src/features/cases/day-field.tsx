import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { useState } from 'react';
import { browserZone } from '#ui/calendar-date.tsx';
import { completedDate, dateDigitsFromIso, dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD; null: none. */
  day: string | null;
  /** Told when the field is left with another day than before, or Enter is pressed. */
  onDay: (day: string | null) => void;
}

/** A day that is stored by itself. What is no day stays as it was typed, and is said so. */
export function DayField({ label, day, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(dateDigitsFromIso(day));
  const [known, setKnown] = useState(day);
  const [fault, setFault] = useState<string | null>(null);
  // Changed elsewhere, or taken back.
  if (known !== day) {
    setKnown(day);
    setTyped(dateDigitsFromIso(day));
    setFault(null);
  }
  const leave = () => {
    const digits = completedDate(typed, localDay(new Date(), browserZone()));
    const next = digits === '' ? null : isoFromDateDigits(digits);
    if (digits !== '' && next === null) return setFault('Please enter a valid date.');
    setFault(null);
    setTyped(digits);
    if (next !== day) onDay(next);
  };
  return (
    <DigitsInput
      label={label}
      mask={dateMask}
      placeholder="MM/DD/YYYY"
      value={typed}
      error={fault}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}
