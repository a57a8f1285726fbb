/**
 * Tells a screen's own refreshing from a person who looks: nobody asked for it, and it shows a session what it was shown before
 * (product.md 12.4). That nobody asked is the browser's word, which proves nothing alone: whoever asks can say so.
 */
import { createHash } from 'node:crypto';

/** Lists remembered, of all sessions. One that is forgotten counts as a look. */
const MAX_REMEMBERED = 20_000;

export interface ShownLists {
  /** Whether a list of these inquiries is shown to this session again, by itself. Remembers that it is shown. */
  isAgain: (sessionId: string, ids: readonly string[], isBackground: boolean) => boolean;
}

/** Of this process alone. */
export function createShownLists(): ShownLists {
  const shown = new Set<string>();
  return {
    isAgain(sessionId, ids, isBackground) {
      const key = createHash('sha256')
        .update(JSON.stringify([sessionId, ids]))
        .digest('base64');
      const isKnown = shown.delete(key);
      // Last in the order: the one that was not shown for longest is forgotten first.
      shown.add(key);
      const [longestAgo] = shown;
      if (shown.size > MAX_REMEMBERED && longestAgo !== undefined) shown.delete(longestAgo);
      return isKnown && isBackground;
    },
  };
}
