import { CURRENT, type Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { createContext, useContext } from 'react';

/** How the answer on this page may be read now: every badge on it follows (docs/product.md 10.13). */
export const ReadingContext = createContext<Reading>(CURRENT);

export const useReading = (): Reading => useContext(ReadingContext);
