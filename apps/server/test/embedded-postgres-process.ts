/** A process that holds an embedded server, for tests that kill it or run it as another user. Stops cleanly on SIGTERM. */
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';

const [dataDir = '', sharedHome] = process.argv.slice(2);
const write = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

try {
  const server = await startEmbeddedPostgres({ dataDir, sharedHome, log: { info: write, warn: write } });
  process.stdout.write(`${server.connectionString}\n`);
  const timer = setInterval(() => undefined, 1000);
  process.once('SIGTERM', () => {
    clearInterval(timer);
    void server.stop();
  });
} catch (error) {
  write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
