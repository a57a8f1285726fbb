import { Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';
import { usePrinting } from './use-printing.ts';

/**
 * What leaves the first screen: named, counted and one press away. The browser's own element, so that a search in the page opens it.
 * On paper nothing is folded.
 */
export function Fold({ title, count, children }: { title: string; count: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = usePrinting();
  return (
    <details className={classes.fold} open={isOpen || isPrinting} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <Title order={2} className={classes.title}>
          {title}
        </Title>
        <span className={classes.count}>{count}</span>
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
