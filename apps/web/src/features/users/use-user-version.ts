import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { useState } from 'react';
import { isConflict } from '#lib/form-errors.ts';

/**
 * The version of a person that a form was filled from (docs/product.md 5.8). `user` may be read anew below the form; what counts is when
 * the values that stand there were read.
 */
export function useUserVersion(user: Member, reload: () => Promise<Member | undefined>) {
  const [readAt, setReadAt] = useState(user.updated_at);
  const [newest, setNewest] = useState<Member | null>(null);
  return {
    readAt,
    /** What somebody else made of the person meanwhile; null while nobody is known to have. */
    newest,
    /** The form holds the values of this one from now on. */
    takeOver: (taken: Member) => {
      setReadAt(taken.updated_at);
      setNewest(null);
    },
    /** To be told of every failure to save. */
    noteFailure: async (error: unknown) => {
      const found = isConflict(error) ? await reload() : undefined;
      setNewest(found !== undefined && found.updated_at !== readAt ? found : null);
    },
  };
}
