/**
 * The focus never falls to the body, from where a keyboard would begin anew at the top of the page (docs/product.md 2.2). What was focused
 * may go away, with a row or a dialog, or be disabled while it is at work; screens that know better place to go move the focus
 * themselves, and sooner than this does.
 */

/** Long enough for a screen, a dialog or a form to take the focus itself. */
const PATIENCE_MS = 120;
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

const isUsable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled, [inert] *') && element.offsetParent !== null;

/** From the innermost outwards. */
function ancestorsOf(element: Element): Element[] {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) all.push(at);
  return all;
}

/** The next best place: a control of the nearest list, form or dialog that is left, else the screen's title. */
function placeNear(ancestors: readonly Element[]): HTMLElement | null {
  const left = ancestors.find(
    (element) => element.isConnected && element.matches('section, form, tr, table, ul, ol, [role="dialog"], main'),
  );
  const near = left === undefined || left.matches('main') ? undefined : [...left.querySelectorAll(CONTROLS)].find(isUsable);
  return near ?? document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main');
}

/** Begins to watch the page; the answer ends it. */
export function keepFocus(): () => void {
  let last: { element: Element; ancestors: Element[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restore = () => {
    timer = undefined;
    if (last === null || document.activeElement !== document.body) return;
    const { element, ancestors } = last;
    // At work: it comes back by itself, and then takes the focus again.
    if (element.isConnected && element.matches(':disabled')) return;
    const target = isUsable(element) ? element : placeNear(ancestors);
    target?.focus({ preventScroll: true });
  };
  const lookSoon = () => {
    if (last === null || document.activeElement !== document.body || timer !== undefined) return;
    timer = setTimeout(restore, PATIENCE_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = { element: target, ancestors: ancestorsOf(target) };
  };
  // A person who clicks beside everything wants the focus nowhere.
  const onPointerDown = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(CONTROLS) === null) last = null;
  };
  const observer = new MutationObserver(lookSoon);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-disabled'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', onPointerDown);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', onPointerDown);
  };
}
