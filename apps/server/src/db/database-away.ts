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

/** A statement that ran out of its time or was chosen to end a deadlock. */
const DATABASE_BUSY = new Set(['57014', '40P01']);

export const isDatabaseAway = (error: unknown): boolean =>
  errorsOf(error).some((one) => DATABASE_AWAY.has(codeOf(one)) || CONNECTION_LOST.test(one.message));

/** Nothing was kept, and trying again helps. */
export const isDatabaseBusy = (error: unknown): boolean => errorsOf(error).some((one) => DATABASE_BUSY.has(codeOf(one)));

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** With the causes: drivers and query builders wrap what happened. */
function errorsOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}
