import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod/mini';

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
afterEach(() => {
  cleanup();
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.map((words) => words.join(' ')).join('; ')}`);
});
