/** How often a password may be wrong (product.md 9.3). */
export interface LoginLimits {
  /** Failures of one account and known device, and of one account from unknown devices, before that counter answers 429. */
  failures: number;
  windowMinutes: number;
  /** Shortest and longest wait once a counter is full. */
  waitSecondsMin: number;
  waitSecondsMax: number;
  /** Failures in a row after which an account takes no more guesses from unknown devices until its owner gets in or resets. */
  failuresInARow: number;
  perAddress: number;
}
