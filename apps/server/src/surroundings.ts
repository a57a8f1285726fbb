/** What the server stands on and between: Node, the proxies in front of it, and who reads its figures. */
import { isIP } from 'node:net';

/** A setting as it is meant, or in one sentence why it means nothing. */
type Read<Value> = { value: Value; wrong: string | null };

/** Node 20 has had no security fixes since April 2026: enough for trying out. */
export const isUnsupported = (nodeVersion: string): boolean => Number(nodeVersion.split('.', 1)[0]) < 22;

/** One line for whoever starts the product; null where nothing is to be said of the Node that runs it. */
export const runtimeWarning = (nodeVersion: string = process.versions.node): string | null =>
  isUnsupported(nodeVersion) ? `Node ${nodeVersion} gets no security fixes any more: good for trying out. Use Node 24 for patients.` : null;

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isAddressOrRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  return (
    version > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/** Whoever trusts a range that was mistyped trusts the wrong callers; whoever trusts every address lets each caller choose its own. */
export function readProxies(text: string): Read<string[]> {
  const value = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const wrong = value.every(isAddressOrRange)
    ? null
    : 'TRUST_PROXY takes addresses and ranges such as 10.0.0.5, 10.0.0.0/8, loopback, parted by commas.';
  return { value, wrong };
}

export interface MetricsAccess {
  /** Null: under /metrics of the server's own port. */
  port: number | null;
  /** Null: whoever reaches the port reads them, which is this machine alone. */
  token: string | null;
}

const LOOPBACK = /^(?:127\.|::1$)/;

/** Figures tell how busy a practice is, so beyond this machine they take a token. */
export function readMetrics({
  port = null,
  token = null,
  host,
}: {
  port: number | null | undefined;
  token: string | null | undefined;
  host: string;
}): Read<MetricsAccess | null> {
  if (port === null && token === null) return { value: null, wrong: null };
  const isOpen = token === null && !LOOPBACK.test(host);
  return { value: { port, token }, wrong: isOpen ? 'METRICS_PORT beyond this machine needs METRICS_TOKEN.' : null };
}
