/** The database is restarting or unreachable: nobody's fault, and trying again helps. */
const DATABASE_AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);
/** The driver's own words, without a code, where the connection ended under a statement or none could be had. */
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Looks at the causes too: drivers and query builders wrap what happened. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && DATABASE_AWAY.has(at.code)) return true;
    if (CONNECTION_LOST.test(at.message)) return true;
  }
  return false;
}
