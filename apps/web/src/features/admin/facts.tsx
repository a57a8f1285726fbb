import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values below each other. Nothing known reads so. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className={classes.none}>none</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
