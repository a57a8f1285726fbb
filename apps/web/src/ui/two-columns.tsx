import type { ReactNode } from 'react';
import classes from './two-columns.module.css';

/** Short fields side by side; one below the other on a phone. */
export const TwoColumns = ({ children }: { children: ReactNode }) => <div className={classes.grid}>{children}</div>;
