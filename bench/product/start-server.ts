/** A server of the built product on a database of ours, asking clearinghouses at an address of ours. */
import { join } from 'node:path';
import { startProcess, untilReady, type RunningProcess } from './processes.ts';

export interface ServerOptions {
  /** The two or three after it are its own sandbox's. */
  port: number;
  databaseUrl: string;
  dataKey: Buffer;
  /** Where the stand-in for the clearinghouses listens. */
  vendorUrl: string;
  /** For its data and its log. */
  folder: string;
  /** Checkout that it was built in; by default this one. */
  product?: URL;
  logLevel?: string;
}

export const sandboxPortOf = (port: number): number => port + 2;

/** Resolves when it is ready. It is pushed to `running` at once, so that a start that fails leaves nothing behind. */
export async function startServer(options: ServerOptions, running: RunningProcess[]): Promise<RunningProcess> {
  const { port, databaseUrl, dataKey, vendorUrl, folder, product, logLevel = 'warn' } = options;
  const server = startProcess({
    program: 'server/main.js',
    logFile: join(folder, `server-${port}.log`),
    ...(product === undefined ? {} : { product }),
    env: {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, 'data'),
      DATA_KEY: dataKey.toString('base64'),
      SANDBOX_PORT: String(sandboxPortOf(port)),
      SANDBOX_SMTP_PORT: String(port + 3),
      AVAILITY_BASE_URL: `${vendorUrl}/availity/v1`,
      PVERIFY_BASE_URL: `${vendorUrl}/pverify`,
      LOG_LEVEL: logLevel,
    },
  });
  running.push(server);
  await untilReady(server, `http://127.0.0.1:${port}/readyz`);
  return server;
}
