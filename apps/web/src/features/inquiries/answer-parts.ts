/** What other features add to an answer. The screen that shows it says what: this feature knows none of them. */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { type ComponentType, createContext, type ReactNode } from 'react';

export interface AnswerParts {
  /** Where else the answer is worked on. */
  Line: ComponentType<{ inquiry: Inquiry }>;
  /** Beside what can be done with the answer. */
  Action: ComponentType<{ inquiry: Inquiry }>;
  /** In place of the way to the form for the company that a warning names, which is `otherwise`. */
  Check: ComponentType<{ inquiry: Inquiry; company: string; otherwise: ReactNode }>;
}

export const AnswerPartsContext = createContext<AnswerParts | null>(null);
