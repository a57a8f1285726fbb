/**
 * What the screens' code that does not come means while the page is being left.
 *
 * Firefox breaks off what a page still loads once another is asked for, and tells the page so. The router takes code that does not come
 * for that of a release that is gone, and loads the page anew: in place of the one that the person asked for (docs/product.md 2.2).
 * Whoever stays after all and meets such a release then reads that the page could not be loaded, with a button to do it.
 */
export function letPageBeLeft(): void {
  let isLeft = false;
  addEventListener('beforeunload', () => (isLeft = true));
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router knows by its words that code did not come.
    if (isLeft) payload.message = `The page is being left: ${payload.message}`;
  });
}
