import { Link } from '@tanstack/react-router';
import { isManager, useCurrentUser } from '#lib/session.ts';
import classes from './batch-nav.module.css';

/** The screens of many checks, on each of them. */
export function BatchNav() {
  const user = useCurrentUser();
  return (
    <nav aria-label="Several" className={classes.nav}>
      <Link to="/batches" activeOptions={{ exact: true }} className={classes.link}>
        Lists
      </Link>
      <Link to="/batches/new" className={classes.link}>
        New list
      </Link>
      {isManager(user) && (
        <Link to="/plans" className={classes.link}>
          Planned
        </Link>
      )}
      <Link to="/appointments" className={classes.link}>
        Appointments
      </Link>
    </nav>
  );
}
