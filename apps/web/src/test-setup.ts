import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod/mini';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { queryClient } from '#lib/query-client.ts';
import { setCurrentUser } from '#lib/session.ts';
import { dismissToast, shownToasts } from '#ui/toast.ts';

z.config(z.locales.en());
// One look for a role in a whole screen can take a second on a busy machine; a second is also all a wait would get.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has neither; Mantine asks both.
window.matchMedia = (query) =>
  ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

let complaints: unknown[][] = [];
beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words);
  });
});
/** Files of one worker share modules and page: what a test leaves there is no beginning of the next. */
function forgetEverything(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  setCurrentUser(null);
  forgetTypedForms();
  for (const { id } of shownToasts()) dismissToast(id);
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
}

afterEach(() => {
  cleanup();
  forgetEverything();
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.map((words) => words.join(' ')).join('; ')}`);
});
