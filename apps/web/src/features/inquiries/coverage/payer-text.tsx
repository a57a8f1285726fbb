import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import classes from './payer-text.module.css';
import { usePrinting } from './use-printing.ts';

/** Longer texts are capped, so that one wordy line does not push the rest away. */
const SHOWN_CHARACTERS = 320;
const SHOWN_LINES = 5;

const isLong = (text: string) => text.length > SHOWN_CHARACTERS || text.split('\n').length > SHOWN_LINES;

/** Marks that turn the reading direction around say nothing themselves, but could make a date or an amount read backwards. */
const withoutOverrides = (text: string) => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * Words from outside, exactly as sent and never as markup. Isolated and with a direction of its own, so that right-to-left text
 * changes nothing around it.
 */
export function PayerText({ text, quoted = false }: { text: string; quoted?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = usePrinting();
  const mayCap = isLong(text);
  const isCapped = mayCap && !isOpen && !isPrinting;
  return (
    <span className={classes.whole}>
      <bdi dir="auto" className={isCapped ? classes.capped : classes.text} data-quoted={quoted || undefined}>
        {withoutOverrides(text)}
      </bdi>
      {mayCap && !isPrinting && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </UnstyledButton>
      )}
    </span>
  );
}

/** A value from outside inside a sentence, heading or cell. `isClamped` keeps an overlong one to a few lines; its whole stands elsewhere. */
export function PayerWords({ children, isClamped = false }: { children: string; isClamped?: boolean }) {
  return (
    <bdi dir="auto" className={classes.text} data-clamped={(isClamped && isLong(children)) || undefined}>
      {withoutOverrides(children)}
    </bdi>
  );
}
