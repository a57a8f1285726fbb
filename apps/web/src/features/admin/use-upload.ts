import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { toast } from '#ui/toast.ts';
import { upload } from './upload.ts';

/** How long what came of an upload stays on the screen (docs/product.md 9.2). */
const TOAST_MS = 5000;

export interface UploadOptions {
  endpoint: Endpoint;
  /** The name of the form's one part, under which the server's words come back. */
  part: 'file' | 'member_ids';
  success: string;
  failure: string;
  done: () => void | Promise<void>;
}

export function useUpload({ endpoint, part, success, failure, done }: UploadOptions) {
  /** 0 to 1 while the file is under way; null before and after. */
  const [share, setShare] = useState<number | null>(null);
  const sending = useMutation({
    mutationFn: async (content: File | string) => {
      const form = new FormData();
      form.set(part, content);
      setShare(0);
      await upload(endpoint, form, setShare);
    },
    onSuccess: async () => {
      toast({ kind: 'success', message: success, durationMs: TOAST_MS });
      await done();
    },
    onError: () => toast({ kind: 'danger', message: failure, durationMs: TOAST_MS }),
    onSettled: () => setShare(null),
  });
  return { send: sending.mutate, reset: sending.reset, isSending: sending.isPending, share, words: wordsOf(sending.error) };
}

/** What the server said of the file, line by line; empty where it said nothing. */
export function wordsOf(error: unknown): readonly string[] {
  return error instanceof ApiFailure ? Object.values(error.errors).flat() : [];
}
