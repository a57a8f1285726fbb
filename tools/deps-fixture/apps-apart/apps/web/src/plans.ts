import type { Row } from '../../server/src/row.ts';

export type Plan = Row;
