import type { ReactNode } from 'react';
import classes from './fold-card.module.css';

/** A card that folds away below its title; the browser's own control, so every key works. */
export function FoldCard({ title, isOpen = true, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className={classes.card} open={isOpen}>
      <summary className={classes.title}>
        <h2 className={classes.heading}>{title}</h2>
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
