/** What the columns mean while somebody looks at them (docs/product.md 19.1). Pure. */
import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import {
  DATE_COLUMNS,
  type BatchColumn,
  type BatchMapping,
  type DateColumn,
  type DateOrder,
} from '@coverlight/contract/batches/columns.schema.ts';

export interface MappingDraft {
  fields: readonly (BatchColumn | null)[];
  orders: Readonly<Partial<Record<DateColumn, DateOrder>>>;
}

export const isDateColumn = (field: BatchColumn | null): field is DateColumn => (DATE_COLUMNS as readonly string[]).includes(field ?? '');

export function draftOf({ columns, mapping }: Pick<Batch, 'columns' | 'mapping'>): MappingDraft {
  const guessed = columns.flatMap(({ field, date_order: order }) =>
    isDateColumn(field) && order !== null ? [[field, order] as const] : [],
  );
  return {
    fields: mapping?.columns ?? columns.map(({ field }) => field),
    orders: { ...Object.fromEntries(guessed), ...mapping?.date_orders },
  };
}

/** A meaning is given to one column; the one that had it before is not used then. */
export function withMeaning({ fields, orders }: MappingDraft, place: number, meaning: BatchColumn | null): MappingDraft {
  return { orders, fields: fields.map((field, at) => (at === place ? meaning : field === meaning && meaning !== null ? null : field)) };
}

/** Of the column that loses its meaning by that; null where none does. */
export function losesMeaning({ fields }: MappingDraft, place: number, meaning: BatchColumn | null): number | null {
  const at = meaning === null ? -1 : fields.indexOf(meaning);
  return at < 0 || at === place ? null : at;
}

export const orderOf = ({ orders }: MappingDraft, field: DateColumn): DateOrder => orders[field] ?? 'mdy';

const NEXT: Readonly<Record<DateOrder, DateOrder>> = { mdy: 'dmy', dmy: 'ymd', ymd: 'mdy' };

export function withNextOrder(draft: MappingDraft, field: DateColumn): MappingDraft {
  return { ...draft, orders: { ...draft.orders, [field]: NEXT[orderOf(draft, field)] } };
}

export function mappingOf(draft: MappingDraft): BatchMapping {
  const dates = DATE_COLUMNS.filter((field) => draft.fields.includes(field));
  return { columns: [...draft.fields], date_orders: Object.fromEntries(dates.map((field) => [field, orderOf(draft, field)])) };
}
