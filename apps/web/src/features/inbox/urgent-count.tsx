import { useQuery } from '@tanstack/react-query';
import { VisuallyHidden } from '@mantine/core';
import { urgentCountOptions } from './inbox.queries.ts';
import classes from './urgent-count.module.css';

/** How many urgent changes wait, within the link of the shell; nothing where there are none, or it is not known. */
export function UrgentCount() {
  const { data: count = 0 } = useQuery(urgentCountOptions);
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> urgent</VisuallyHidden>
    </span>
  );
}
