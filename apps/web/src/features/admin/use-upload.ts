import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { upload } from '#lib/upload.ts';
import { runUpload, type UploadKind, UPLOADS } from './uploads.ts';

/** `done`: once all is stored, if the screen is still there. */
export function useUpload(kind: UploadKind, done: () => void | Promise<void>) {
  /** 0 to 1 while the file is under way; null before and after. */
  const [share, setShare] = useState<number | null>(null);
  const sending = useMutation({
    mutationFn: async (content: File | string) => {
      const { endpoint, part } = UPLOADS[kind];
      const form = new FormData();
      form.set(part, content);
      setShare(0);
      await runUpload(kind, async () => await upload(endpoint, form, setShare).finally(() => setShare(null)));
    },
  });
  return {
    send: (content: File | string) => sending.mutate(content, { onSuccess: () => void done() }),
    reset: sending.reset,
    isSending: sending.isPending,
    share,
    words: wordsOf(sending.error),
  };
}

/** What the server said of the file, line by line; empty where it said nothing. */
export function wordsOf(error: unknown): readonly string[] {
  return error instanceof ApiFailure ? Object.values(error.errors).flat() : [];
}
