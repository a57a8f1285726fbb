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

/** From the innermost outwards; to be kept while the element still has them. */
export function ancestorsOf(element: Element): Element[] {
  const all: Element[] = [];
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) all.push(at);
  return all;
}

/** Of what is gone, the next best place: a control of the nearest list, form or dialog that is left and has one, else the screen's title. */
export function placeNear(ancestors: readonly Element[]): HTMLElement | null {
  for (const near of ancestors) {
    if (near.matches('main')) break;
    if (!near.isConnected || !near.matches('section, form, tr, table, ul, ol, [role="dialog"]')) continue;
    const control = [...near.querySelectorAll(CONTROLS)].find(isUsable);
    if (control) return control;
  }
  return document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main');
}

/** What has or had the focus. */
interface Holder {
  element: Element;
  ancestors: readonly Element[];
  /** What had it before a dialog took it. */
  opener: Holder | null;
}

const dialogOf = ({ ancestors }: Holder) => ancestors.find((element) => element.matches('[role="dialog"]'));

function holderOf(element: Element, before: Holder | null): Holder {
  const holder = { element, ancestors: ancestorsOf(element), opener: null };
  const dialog = dialogOf(holder);
  if (dialog === undefined || before === null) return holder;
  return { ...holder, opener: dialogOf(before) === dialog ? before.opener : before };
}

function placeOf(holder: Holder): HTMLElement | null {
  if (isUsable(holder.element)) return holder.element;
  if (holder.opener !== null && dialogOf(holder)?.isConnected !== true) return placeOf(holder.opener);
  return placeNear(holder.ancestors);
}

/** Begins to watch the page; the answer ends it. */
export function keepFocus(): () => void {
  let last: Holder | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restore = () => {
    timer = undefined;
    if (last === null || document.activeElement !== document.body) return;
    // At work: it comes back by itself, and then takes the focus again.
    if (last.element.isConnected && last.element.matches(':disabled')) return;
    placeOf(last)?.focus({ preventScroll: true });
  };
  const lookSoon = () => {
    if (last === null || document.activeElement !== document.body || timer !== undefined) return;
    timer = setTimeout(restore, PATIENCE_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = holderOf(target, last);
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
