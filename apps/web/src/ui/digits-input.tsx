import { TextInput, type TextInputProps } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { caretAfter, type DigitMask, editDigits } from './digit-mask.ts';

export interface DigitsInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'ref'> {
  mask: DigitMask;
  /** Digits only. What is shown is always derived from it, so it cannot go stale. */
  value: string;
  onChange: (digits: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Dates, phone and other numbers, typed as digits and shown with their separators. */
export function DigitsInput({ mask, value, onChange, ref, ...rest }: DigitsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caretDigits = useRef<number | null>(null);
  const isForward = useRef(false);
  const letters = useRef('');
  const shown = mask.format(value);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);

  useLayoutEffect(() => {
    if (caretDigits.current === null || document.activeElement !== input.current) return;
    const caret = caretAfter(shown, caretDigits.current);
    input.current?.setSelectionRange(caret, caret);
    caretDigits.current = null;
  });

  const handleChange = (event: FormEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.currentTarget;
    const next = editDigits(mask, { before: value, typed, caret: selectionStart ?? typed.length, isForward: isForward.current });
    letters.current = next.digits === '' ? (letters.current + typed.replaceAll(/[^a-z]/gi, '')).slice(-3) : '';
    // Dictated or filled in by the browser, it comes as a whole, as pasted text does.
    const whole = /[a-z]/i.test(typed) ? mask.fromPaste(typed) : null;
    const digits = whole ?? mask.worded?.(letters.current) ?? next.digits;
    caretDigits.current = digits === next.digits ? next.caretDigits : digits.length;
    onChange(digits);
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const digits = mask.fromPaste(event.clipboardData.getData('text'));
    if (digits === null) return;
    event.preventDefault();
    caretDigits.current = digits.length;
    onChange(digits);
  };
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={input}
      inputMode="numeric"
      value={shown}
      onKeyDown={(event) => {
        isForward.current = event.key === 'Delete';
        rest.onKeyDown?.(event);
      }}
      onChange={handleChange}
      onPaste={handlePaste}
    />
  );
}
