import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { instantDayText } from '#ui/calendar-date.tsx';
import { InquiryStatusBadge } from '../inquiry-status-badge.tsx';
import { PayerWords } from './payer-text.tsx';

type Related = Inquiry['related'][number];

/** Which answer led to this check, and which checks of other companies this answer led to. */
export function RelatedChecks({ inquiry }: { inquiry: Inquiry }) {
  return inquiry.related.map((related) => (
    <Text key={related.id} size="sm">
      {related.relation === 'because-of' ? 'Asked because of the answer of ' : 'Asked because of this answer: '}
      <Answer related={related} />
    </Text>
  ));
}

function Answer({ related: { id, payer_name: payer, status, created_at: at } }: { related: Related }) {
  const words = (
    <>
      <PayerWords>{payer}</PayerWords>
      {` (${instantDayText(at)})`}
    </>
  );
  if (!mayView(status))
    return (
      <>
        {words} <InquiryStatusBadge status={status} />
      </>
    );
  return <Anchor renderRoot={(props) => <Link to="/inquiries/$id" params={{ id }} {...props} />}>{words}</Anchor>;
}
