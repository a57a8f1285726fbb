import type { InquiryStatus, RemoteErrors } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { tellFailure } from '@coverlight/domain/inquiries/failure-words.ts';
import { Text } from '@mantine/core';
import { PayerWords } from './coverage/payer-text.tsx';

/** Why a check was refused or could not be asked, and what to do about it, where it stands in a list. */
export function FailureReasons({ status, errors, payer }: { status: InquiryStatus; errors: RemoteErrors; payer: string }) {
  const { plain, refusals, now } = tellFailure({ status, errors, payer, askingUntil: null });
  return (
    <>
      <Lead text={plain} />
      {refusals.map((reason) => (
        <div key={reason.key}>
          <Lead text={reason.plain} />
          <Text size="sm">{reason.sentence}</Text>
          {reason.said !== null && (
            <Text size="sm">
              The payer says: <PayerWords>{reason.said}</PayerWords>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {[`${reason.ownerWords}: ${reason.help}`, reason.followUp].filter(Boolean).join(' ')}
          </Text>
        </div>
      ))}
      <Text size="sm">{now}</Text>
    </>
  );
}

function Lead({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Text size="sm" fw={600}>
        {text}
      </Text>
    )
  );
}
