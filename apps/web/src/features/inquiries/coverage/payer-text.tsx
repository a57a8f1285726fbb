import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { usePrinting } from './use-printing.ts';
import classes from './payer-text.module.css';

/** Longer texts are capped, so that one wordy line does not push the rest away. */
const SHOWN_CHARACTERS = 320;
const SHOWN_LINES = 5;

const isLong = (text: string) => text.length > SHOWN_CHARACTERS || text.split('\n').length > SHOWN_LINES;

/**
 * Words from outside, exactly as sent and never as markup. Isolated and with a direction of its own, so that right-to-left text
 * and control marks in it change nothing around it.
 */
export function PayerText({ text, quoted = false }: { text: string; quoted?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = usePrinting();
  const mayCap = isLong(text);
  const isCapped = mayCap && !isOpen && !isPrinting;
  return (
    <span className={classes.whole}>
      <bdi dir="auto" className={isCapped ? classes.capped : classes.text} data-quoted={quoted || undefined}>
        {text}
      </bdi>
      {mayCap && !isPrinting && (
        <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </UnstyledButton>
      )}
    </span>
  );
}

/** A short value from outside inside a sentence or cell. */
export function PayerWords({ children }: { children: string }) {
  return (
    <bdi dir="auto" className={classes.text}>
      {children}
    </bdi>
  );
}
