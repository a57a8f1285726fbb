import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { FactList } from './fact-list.tsx';
import { askedServices } from './answer-strip.tsx';

/** What was asked, for whom and by whom. */
export function AskedFacts({ inquiry }: { inquiry: Inquiry }) {
  const facts = [
    { label: 'Payer asked', value: inquiry.payer_name_override ?? inquiry.payer.name },
    { label: 'Asked for', value: askedServices(inquiry) },
    { label: 'Provider', value: inquiry.provider.name },
    { label: 'Asked by', value: inquiry.user.name },
  ];
  return <FactList facts={facts} columns />;
}
