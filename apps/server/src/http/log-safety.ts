/**
 * What may be logged of an error: its kind, code and stack frames. Never its message, since drivers put rows, parameters
 * and typed values into it (product.md 12.5).
 */
export interface SafeError {
  type: string;
  code?: string;
  constraint?: string;
  table?: string;
  frames: string[];
  cause?: SafeError;
}

export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' && value.length < 80 ? value : undefined;
  };
  const safe: SafeError = {
    type: error.name,
    // A message of several lines may hold one that looks like a frame.
    frames: (error.stack ?? '')
      .replace(error.message, '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
  };
  for (const name of ['code', 'constraint', 'table'] as const) {
    const value = field(name);
    if (value !== undefined) safe[name] = value;
  }
  if (error.cause !== undefined && depth < 3) safe.cause = safeError(error.cause, depth + 1);
  return safe;
}
