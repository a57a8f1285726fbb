/** The legal texts as data. Public page, acceptance screen and any print show them from here (product.md 2.7). */
import { CURRENT_TERMS_VERSION } from '@coverlight/contract/auth/terms-version.ts';
import type { LegalPart } from './legal-document.ts';
import { privacyStatement } from './privacy-statement.ts';
import { subscriptionAgreement } from './subscription-agreement.ts';
import { termsAndConditions } from './terms-and-conditions.ts';

export const TERMS_VERSION = CURRENT_TERMS_VERSION;

/** The parts in the order in which they are shown and accepted. */
export const termsParts: readonly LegalPart[] = [subscriptionAgreement, termsAndConditions, privacyStatement];

/** Puts the support address where the text names it. */
export function withSupportAddress(paragraph: string, email: string): string {
  return paragraph.replaceAll('{email}', email);
}
