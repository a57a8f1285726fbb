/** Whether a statement failed because a value is taken. Drizzle wraps the driver's error. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  if (Reflect.get(error, 'code') === '23505') return Reflect.get(error, 'constraint') === constraint;
  return error.cause !== undefined && isUniqueViolation(error.cause, constraint);
}
