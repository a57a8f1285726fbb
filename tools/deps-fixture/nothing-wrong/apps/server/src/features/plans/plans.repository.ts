import { value } from '#db/tables/plans.table.ts';

export const list = () => value;
