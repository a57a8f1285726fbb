/** Long work lets everybody else have their turn in between (docs/product.md 15.3). */
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 2;

/** To be called every few steps of the work: rests a turn once a slice of it has taken long enough. */
export function createRests(): () => Promise<void> {
  let sliceEnds = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnds) return;
    await nextTurn();
    sliceEnds = performance.now() + SLICE_MS;
  };
}
