import { value } from '#features/plans/value.ts';

export const Button = () => <b>{value}</b>;
