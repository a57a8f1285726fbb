/** What a payer sent, under authenticated encryption, until the inquiry has ended. */
import type { PartAnswer } from '@coverlight/domain/inquiries/conclude-inquiry.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { AttemptKey } from './turn.repository.ts';

const placeOf = (inquiryId: string, { part, number }: AttemptKey) => ({
  table: 'inquiry_asks',
  row: `${inquiryId}.${part}.${number}`,
  column: 'answer',
});

export const sealAnswer = (keys: OrganizationKeys, inquiryId: string, key: AttemptKey, came: PartAnswer): Buffer =>
  keys.encryptJson(placeOf(inquiryId, key), came);
export const openAnswer = (keys: OrganizationKeys, inquiryId: string, key: AttemptKey, answer: Buffer): PartAnswer =>
  keys.decryptJson(placeOf(inquiryId, key), answer) as PartAnswer;
