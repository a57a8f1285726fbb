/** Whose word counts about what a payer wants to know (product.md 11.3, 15.2). */
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { Route } from '../inquiries/next-ask.ts';
import { inRouteOrder, type AskablePayer } from './clearinghouse-choice.ts';

/** `source`: 'admin' or the clearinghouse that says so. */
export interface SaidForm extends PayerSchema {
  source: string;
}

/** An admin's word, else that of the first route that has one; null where nobody has. */
export function applyingForm<Form extends Pick<SaidForm, 'source'>>(
  forms: readonly Form[],
  order: AskablePayer['route_order'],
  configured: readonly Route[],
): Form | null {
  const edited = forms.find(({ source }) => source === 'admin');
  const said = inRouteOrder(
    forms.map((form) => ({ form, clearinghouse: form.source })),
    order,
    configured,
  );
  return edited ?? said[0]?.form ?? null;
}
