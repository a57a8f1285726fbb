import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  /** Null for the screen itself. */
  to: string | null;
}

/** The way back to what holds this screen. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.list}>
        {crumbs.map(({ label, to }) => (
          <li key={`${label} ${to ?? ''}`}>
            {to === null ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Anchor component={Link} to={to} inherit>
                {label}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
