/** Sends a form with the share of it that is under way, which fetch cannot tell. Shares the session's end with every other call. */
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import { ApiFailure, failureFrom, urlOf } from './api.ts';
import { endSession, noteActivity } from './session.ts';

/** `onProgress` gets what was sent so far, 0 to 1. Answers the parsed body, null where there is none; rejects with an ApiFailure. */
export function upload(
  endpoint: Endpoint,
  form: FormData,
  onProgress: (share: number) => void,
  params: Record<string, string> = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, urlOf(endpoint, { params }));
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new ApiFailure(0)));
    request.addEventListener('abort', () => reject(new ApiFailure(0)));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        noteActivity();
        resolve(jsonOf(request.responseText));
        return;
      }
      if (request.status === 401) endSession();
      reject(failureFrom(request.status, jsonOf(request.responseText), request.getResponseHeader('x-request-id')));
    });
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
