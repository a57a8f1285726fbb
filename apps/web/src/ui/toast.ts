/** Short messages at the edge of the screen. They never hold what the user must still act on later. Shown by ToastStack. */
export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'danger';
  message: string;
  /** Default 6 s. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
  /** Toasts of one id replace each other. */
  id?: string;
}
export type ShownToast = Toast & { id: string; durationMs: number };

const USUAL_DURATION_MS = 6000;

let shown: readonly ShownToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function replace(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function toast(wanted: Toast): void {
  count += 1;
  const next = { durationMs: USUAL_DURATION_MS, id: `toast-${count}`, ...wanted };
  replace([...shown.filter((one) => one.id !== next.id), next]);
}

export function dismissToast(id: string): void {
  replace(shown.filter((one) => one.id !== id));
}

export function shownToasts(): readonly ShownToast[] {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
