/** Every setting of the server, read and checked once. The only file that reads the environment. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { CorePartner } from '#ports/core-partner.ts';
import { readCorePartners, sandboxPartners } from './core-partners.ts';
import type { LoginLimits } from './login-limits.ts';
import { isUnsupported, readMetrics, readProxies, type MetricsAccess } from './surroundings.ts';

export type Environment = 'production' | 'development' | 'test';

export interface PlatformProvider {
  name: string;
  npi: string;
  taxId: string;
}

export interface Config {
  environment: Environment;
  port: number;
  /** The address to listen on; on 0.0.0.0 and :: whoever reaches the machine reaches the server. */
  host: string;
  /** Addresses, ranges (CIDR) and names of ranges whose word about the caller's address is taken. Empty: nobody's. */
  trustProxy: string[];
  /** Null: figures for monitoring are read nowhere. */
  metrics: MetricsAccess | null;
  publicUrl: string;
  /** Null: the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl: string | null;
  /** A connection that may create tables and roles; null: `databaseUrl` may. */
  migrationDatabaseUrl: string | null;
  /** That this process keeps at most; its queue has three more. */
  databaseConnections: number;
  dataDir: string;
  /** 32 bytes that wrap the keys of all organizations. */
  dataKey: Buffer;
  /** The key before the last change, so that wrapped keys can be opened until they are wrapped anew. */
  previousDataKey: Buffer | null;
  session: { idleMinutes: number; hours: number };
  login: LoginLimits;
  adminSecondFactor: boolean;
  inquiryWaitSeconds: number;
  /** Questions a second that batches and plans put to one payer at one clearinghouse. */
  batchPerSecond: number;
  availity: { baseUrl: string; tokenUrl: string; clientId: string; clientSecret: string; scope: string } | null;
  pverify: { baseUrl: string; clientId: string; clientSecret: string } | null;
  /** Trading partners that are asked in X12. */
  core: CorePartner[];
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: string | null };
  smtpUrl: string;
  mailFrom: string;
  supportEmail: string;
  /** Null: provider override is not available (product.md 11.3). */
  platformProvider: PlatformProvider | null;
  /** Null: no sandbox runs (production). Ports of its HTTP and SMTP servers. */
  sandbox: { port: number; smtpPort: number; payers: number | null } | null;
  logLevel: string;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const whole = (fallback: number, min = 0, max = 1_000_000) => z.coerce.number().int().min(min).max(max).default(fallback);
const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const optionalUrl = optionalText.pipe(z.url().optional());

const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ALLOW_UNSUPPORTED_NODE: optionalText,
  PORT: whole(3000, 0, 65_535),
  HOST: optionalText.refine((value) => value === undefined || isIP(value) > 0, 'must be an IP address'),
  TRUST_PROXY: optionalText,
  METRICS_PORT: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(1).max(65_535).optional()),
  METRICS_TOKEN: optionalText,
  PUBLIC_URL: optionalUrl,
  DATABASE_URL: optionalText,
  MIGRATION_DATABASE_URL: optionalText,
  DATABASE_CONNECTIONS: whole(20, 5, 500),
  DATA_DIR: z.string().default('./data'),
  DATA_KEY: optionalText,
  DATA_KEY_PREVIOUS: optionalText,
  SESSION_IDLE_MINUTES: whole(30, 1, 24 * 60),
  SESSION_HOURS: whole(12, 1, 24 * 7),
  LOGIN_FAILURES: whole(5, 1),
  LOGIN_WINDOW_MINUTES: whole(15, 1),
  LOGIN_WAIT_SECONDS_MIN: whole(30, 1),
  LOGIN_WAIT_SECONDS_MAX: whole(900, 1),
  LOGIN_FAILURES_IN_A_ROW: whole(100, 1),
  LOGIN_PER_ADDRESS: whole(100, 1),
  ADMIN_SECOND_FACTOR: z.enum(['true', 'false']).optional(),
  INQUIRY_WAIT_SECONDS: whole(45, 1, 300),
  BATCH_PER_SECOND: whole(2, 1, 100),
  AVAILITY_BASE_URL: optionalUrl,
  AVAILITY_TOKEN_URL: optionalUrl,
  AVAILITY_CLIENT_ID: optionalText,
  AVAILITY_CLIENT_SECRET: optionalText,
  AVAILITY_SCOPE: z.string().default('healthcare-hipaa-transactions'),
  PVERIFY_BASE_URL: optionalUrl,
  PVERIFY_CLIENT_ID: optionalText,
  PVERIFY_CLIENT_SECRET: optionalText,
  STRIPE_SECRET_KEY: optionalText,
  /** One secret, or two separated by a comma while the endpoint's secret is rolled. */
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_BASE: optionalUrl,
  SMTP_URL: optionalUrl,
  MAIL_FROM: optionalText,
  SUPPORT_EMAIL: optionalText,
  PLATFORM_PROVIDER_NAME: optionalText,
  PLATFORM_PROVIDER_NPI: optionalText,
  PLATFORM_PROVIDER_TAX_ID: optionalText,
  SANDBOX_PORT: whole(3001, 0, 65_535),
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SANDBOX_PAYERS: z.coerce.number().int().min(1).max(10_000).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
type Settings = z.infer<typeof environmentSchema>;

/**
 * Reads the settings. Throws one ConfigError that lists everything missing or wrong; the values themselves are never repeated. `nodeVersion`
 * is that of the process.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, nodeVersion: string = process.versions.node): Config {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Coverlight cannot start, these settings are wrong:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const { partners, wrong } = readCorePartners(env, { production });
  if (wrong.length > 0)
    throw new ConfigError(`Coverlight cannot start, these settings are wrong:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  if (production) refuseIncomplete(settings, partners.length > 0, nodeVersion);
  const host = settings.HOST ?? '127.0.0.1';
  const trustProxy = readProxies(settings.TRUST_PROXY ?? (production ? 'loopback' : ''));
  const metrics = readMetrics({ port: settings.METRICS_PORT, token: settings.METRICS_TOKEN, host });
  for (const part of [trustProxy, metrics]) if (part.wrong !== null) throw new ConfigError(`Coverlight cannot start: ${part.wrong}`);

  const sandbox = production
    ? null
    : {
        port: settings.SANDBOX_PORT,
        smtpPort: settings.SANDBOX_SMTP_PORT ?? settings.SANDBOX_PORT + 1,
        payers: settings.SANDBOX_PAYERS ?? null,
      };
  const sandboxUrl = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
  const dataDir = resolve(settings.DATA_DIR);
  return {
    environment: settings.NODE_ENV,
    port: settings.PORT,
    host,
    trustProxy: trustProxy.value,
    metrics: metrics.value,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    databaseUrl: settings.DATABASE_URL ?? null,
    migrationDatabaseUrl: settings.MIGRATION_DATABASE_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    dataDir,
    dataKey: settings.DATA_KEY === undefined ? developmentKey(dataDir) : readKey('DATA_KEY', settings.DATA_KEY),
    previousDataKey: settings.DATA_KEY_PREVIOUS === undefined ? null : readKey('DATA_KEY_PREVIOUS', settings.DATA_KEY_PREVIOUS),
    session: { idleMinutes: settings.SESSION_IDLE_MINUTES, hours: settings.SESSION_HOURS },
    login: {
      failures: settings.LOGIN_FAILURES,
      windowMinutes: settings.LOGIN_WINDOW_MINUTES,
      waitSecondsMin: settings.LOGIN_WAIT_SECONDS_MIN,
      waitSecondsMax: settings.LOGIN_WAIT_SECONDS_MAX,
      failuresInARow: settings.LOGIN_FAILURES_IN_A_ROW,
      perAddress: settings.LOGIN_PER_ADDRESS,
    },
    adminSecondFactor: production || settings.ADMIN_SECOND_FACTOR === 'true',
    inquiryWaitSeconds: settings.INQUIRY_WAIT_SECONDS,
    batchPerSecond: settings.BATCH_PER_SECOND,
    ...clearinghouses(settings, production, sandboxUrl),
    core: partners.length === 0 && settings.NODE_ENV === 'development' ? sandboxPartners(sandboxUrl) : partners,
    stripe: {
      secretKey: settings.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      webhookSecrets: (settings.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox').split(',').map((secret) => secret.trim()),
      apiBase: production ? null : (settings.STRIPE_API_BASE ?? sandboxUrl),
    },
    smtpUrl: settings.SMTP_URL ?? `smtp://127.0.0.1:${sandbox?.smtpPort ?? 0}`,
    mailFrom: settings.MAIL_FROM ?? 'Coverlight <no-reply@coverlight.test>',
    supportEmail: settings.SUPPORT_EMAIL ?? 'support@coverlight.test',
    platformProvider: platformProvider(settings),
    sandbox,
    logLevel: settings.LOG_LEVEL,
  };
}

function clearinghouses(settings: Settings, production: boolean, sandboxUrl: string): Pick<Config, 'availity' | 'pverify'> {
  const availityBase = settings.AVAILITY_BASE_URL ?? (production ? 'https://api.availity.com/availity/v1' : `${sandboxUrl}/availity/v1`);
  const pverifyBase = settings.PVERIFY_BASE_URL ?? (production ? 'https://api.pverify.com' : `${sandboxUrl}/pverify`);
  const availityTokenUrl =
    settings.AVAILITY_TOKEN_URL ??
    (production && settings.AVAILITY_BASE_URL === undefined
      ? 'https://api.availity.com/v1/token'
      : `${availityBase.replace(/\/$/, '')}/token`);
  const hasAvaility = !production || settings.AVAILITY_CLIENT_ID !== undefined;
  const hasPverify = !production || settings.PVERIFY_CLIENT_ID !== undefined;
  return {
    availity: hasAvaility
      ? {
          baseUrl: availityBase.replace(/\/$/, ''),
          tokenUrl: availityTokenUrl,
          clientId: settings.AVAILITY_CLIENT_ID ?? 'sandbox',
          clientSecret: settings.AVAILITY_CLIENT_SECRET ?? 'sandbox',
          scope: settings.AVAILITY_SCOPE,
        }
      : null,
    pverify: hasPverify
      ? {
          baseUrl: pverifyBase.replace(/\/$/, ''),
          clientId: settings.PVERIFY_CLIENT_ID ?? 'sandbox',
          clientSecret: settings.PVERIFY_CLIENT_SECRET ?? 'sandbox',
        }
      : null,
  };
}

function refuseIncomplete(settings: Settings, hasPartner: boolean, nodeVersion: string): void {
  const missing: string[] = [];
  const demand = (...names: (keyof Settings)[]) => missing.push(...names.filter((name) => settings[name] === undefined));
  demand('DATABASE_URL', 'PUBLIC_URL', 'DATA_KEY', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const given = (id: keyof Settings, secret: keyof Settings) => settings[id] !== undefined && settings[secret] !== undefined;
  const hasVendor = given('AVAILITY_CLIENT_ID', 'AVAILITY_CLIENT_SECRET') || given('PVERIFY_CLIENT_ID', 'PVERIFY_CLIENT_SECRET');
  if (!hasVendor && !hasPartner) {
    missing.push(
      'AVAILITY_CLIENT_ID and AVAILITY_CLIENT_SECRET (or PVERIFY_CLIENT_ID and PVERIFY_CLIENT_SECRET, or a partner CORE_<NAME>_URL)',
    );
  }
  const wrong: string[] = [];
  if (isUnsupported(nodeVersion) && settings.ALLOW_UNSUPPORTED_NODE !== '1')
    wrong.push(`Node ${nodeVersion} gets no security fixes any more: use Node 22 or 24, or set ALLOW_UNSUPPORTED_NODE=1`);
  if (settings.STRIPE_API_BASE !== undefined) wrong.push('STRIPE_API_BASE must not be set in production');
  if (settings.PUBLIC_URL?.startsWith('http:')) wrong.push('PUBLIC_URL must begin with https:');
  for (const name of ['DATA_KEY', 'DATA_KEY_PREVIOUS'] as const) {
    const value = settings[name];
    if (value !== undefined && !isKey(value)) wrong.push(`${name} must be 32 bytes in base64`);
  }
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL'] as const) {
    const value = settings[name];
    if (value === undefined) continue;
    const domain = domainOf(value);
    if (domain === null) wrong.push(`${name} must be an email address`);
    else if (RESERVED.test(domain)) wrong.push(`${name} must not be of a reserved domain (.test, .example, .invalid, .localhost)`);
  }
  if (missing.length + wrong.length > 0) {
    const lines = [...missing.map((name) => `missing: ${name}`), ...wrong];
    throw new ConfigError(
      `Coverlight cannot start in production:\n${lines.map((line) => `  ${line}`).join('\n')}\nThe README explains each setting.`,
    );
  }
}

function platformProvider(settings: Settings): PlatformProvider | null {
  const { PLATFORM_PROVIDER_NAME: name, PLATFORM_PROVIDER_NPI: npi, PLATFORM_PROVIDER_TAX_ID: taxId } = settings;
  return name !== undefined && npi !== undefined && taxId !== undefined ? { name, npi, taxId } : null;
}

/** No mail can reach these (RFC 2606). */
const RESERVED = /(^|\.)(test|example|invalid|localhost)\.?$/i;

/** Of 'who@domain' and of 'A name <who@domain>'; null where it is neither. */
const domainOf = (address: string): string | null => /^(?:[^<>]*<)?[^\s<>@]+@([^\s<>@]+)>?$/.exec(address.trim())?.[1] ?? null;

const isKey = (value: string): boolean => Buffer.from(value, 'base64').length === 32;

function readKey(name: string, value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (!isKey(value)) throw new ConfigError(`Coverlight cannot start: ${name} must be 32 bytes in base64.`);
  return key;
}

/** Development only: a key made once and kept beside the data it protects. */
function developmentKey(dataDir: string): Buffer {
  const file = join(dataDir, 'data-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx': of several processes that start together one makes the key and the others read it.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readKey(`the key in ${file}`, readFileSync(file, 'utf8'));
}
