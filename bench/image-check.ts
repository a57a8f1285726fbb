/**
 * `npm run image:check`: builds the image with docker, podman or buildah, whichever is there and works, starts it on a database of its own in
 * production mode as a plain user on a read-only root, signs in, and stops it. Says so where none is there. IMAGE_TOOL names one of them, since
 * podman works by its own account where it may run nothing; IMAGE_NODE names the image that holds Node and npm where Docker Hub cannot be
 * reached. The list of parts (CycloneDX) is left in .cache/image/sbom.json.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAME = 'coverlight-check';
const PORT = 3790;
const MOST_MB = 250;
const READY_MS = 10_000;
const PASSWORD = 'a lamp that covers 1 harbor';
const EMAIL = 'operator@practice.com';

const works = (tool: string, ...probe: string[]) => spawnSync(tool, probe, { stdio: 'ignore' }).status === 0;
const tool = process.env['IMAGE_TOOL'] ?? ['docker', 'podman', 'buildah'].find((each) => works(each, 'info')) ?? null;
if (tool === null) {
  console.log('Neither docker, podman nor buildah works here: the image was not built.');
  process.exit(0);
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64e6,
  });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${status}.`);
  return stdout.trim();
}

/** A running container: the command, and how it is ended by SIGTERM. */
interface Machine {
  start(env: Record<string, string>): { stop: () => Promise<void> };
  command(env: Record<string, string>, args: readonly string[]): string;
  sizeMb(): number;
  read(file: string): string;
  close(): void;
}

const settings = (env: Record<string, string>) => Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

function withEngine(engine: string, socketFolder: string): Machine {
  const base = [
    'run',
    '--rm',
    '--network',
    'host',
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/data:uid=10001',
    '--cap-drop',
    'ALL',
    '--volume',
    `${socketFolder}:${socketFolder}`,
  ];
  return {
    start(env) {
      const id = run(engine, [...base, '--detach', ...settings(env), NAME]);
      return { stop: async () => void run(engine, ['stop', '--time', '5', id]) };
    },
    command: (env, args) => run(engine, [...base, ...settings(env), NAME, ...args]),
    sizeMb: () => Number(run(engine, ['image', 'inspect', '--format', '{{.Size}}', NAME])) / 1e6,
    read: (file) => run(engine, [...base, NAME, '-p', `require('fs').readFileSync(${JSON.stringify(file)}, 'utf8')`]),
    close: () => undefined,
  };
}

/** buildah builds and has no way to run in the background: the image's files are mounted, and entered as a container would be. */
function withBuildah(socketFolder: string): Machine {
  const container = run('buildah', ['from', '--pull=never', NAME]);
  const mount = run('buildah', ['mount', container]);
  const view = mkdtempSync(join(tmpdir(), 'coverlight-image-'));
  const data = mkdtempSync(join(tmpdir(), 'coverlight-image-data-'));
  chmodSync(data, 0o777);
  const { config } = (
    JSON.parse(run('buildah', ['inspect', '--type', 'image', NAME])) as {
      OCIv1: { config: { Env: string[]; Entrypoint: string[]; Cmd: string[]; User: string; WorkingDir: string } };
    }
  ).OCIv1;
  // A mount namespace of its own: the root read-only, /data and /tmp of its own, /proc and what the network needs.
  const script = [
    `mount --bind ${mount} ${view}`,
    `mount -o remount,bind,ro ${view}`,
    `mount --bind ${data} ${view}/data`,
    `mount --rbind /proc ${view}/proc`,
    `mount -t tmpfs tmpfs ${view}/tmp`,
    `mkdir -p ${view}${socketFolder}`,
    `mount --bind ${socketFolder} ${view}${socketFolder}`,
    `exec env -i "$@"`,
  ].join(' && ');
  const inside = (env: Record<string, string>, args: readonly string[]) => {
    const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
    const enter = [
      'chroot',
      '--userspec=10001:10001',
      view,
      ...config.Entrypoint.map((part) => part.replace(/^node$/, '/usr/local/bin/node')),
    ];
    const files = args.map((part) => (part.startsWith('dist/') || part.startsWith('tools/') ? `${config.WorkingDir}/${part}` : part));
    return ['--mount', '--propagation', 'private', 'sh', '-ec', script, 'sh', ...variables, ...enter, ...files];
  };
  if (config.User !== '10001:10001') throw new Error(`The image runs as ${config.User}.`);
  return {
    start(env) {
      const child = spawn('unshare', inside(env, config.Cmd), { stdio: ['ignore', 'inherit', 'inherit'] });
      const gone = new Promise<number | null>((settle) => child.once('close', settle));
      return {
        async stop() {
          child.kill('SIGTERM');
          const code = await gone;
          if (code !== 0) throw new Error(`The server ended with ${code}.`);
        },
      };
    },
    command: (env, args) => run('unshare', inside(env, args)),
    sizeMb: () => Number(run('du', ['-sb', mount]).split('\t')[0]) / 1e6,
    read: (file) => run('cat', [join(mount, file)]),
    close() {
      run('buildah', ['rm', container]);
      rmSync(view, { recursive: true, force: true });
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const started = Date.now();
const nodeImage = process.env['IMAGE_NODE'];
const buildArgs = nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`];
if (tool === 'buildah')
  run('buildah', [
    'build',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull=never',
    '--format',
    'docker',
    ...buildArgs,
    '-t',
    NAME,
    '.',
  ]);
else run(tool, ['build', ...buildArgs, '-t', NAME, '.']);
console.log(`built by ${tool} in ${Math.round((Date.now() - started) / 1000)} s`);

const folder = mkdtempSync(join(tmpdir(), 'coverlight-image-database-'));
chmodSync(folder, 0o755);
const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: { info: () => undefined, warn: console.warn } });
// The database listens on a socket of this machine alone, which the container is given.
const { socketDir } = database;
chmodSync(socketDir, 0o755);
chmodSync(join(socketDir, '.s.PGSQL.5432'), 0o777);
const machine = tool === 'buildah' ? withBuildah(socketDir) : withEngine(tool, socketDir);
try {
  const size = machine.sizeMb();
  console.log(`${size.toFixed(0)} MB`);
  if (size > MOST_MB) throw new Error(`The image is larger than ${MOST_MB} MB.`);
  mkdirSync(join(root, '.cache/image'), { recursive: true });
  writeFileSync(join(root, '.cache/image/sbom.json'), machine.read('/app/sbom.json'));

  const publicUrl = 'https://check.practice.com';
  const env = {
    HOST: '127.0.0.1',
    PORT: String(PORT),
    DATABASE_URL: database.connectionString,
    DATA_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: publicUrl,
    SMTP_URL: 'smtps://mail.practice.com',
    MAIL_FROM: 'Coverlight <no-reply@practice.com>',
    SUPPORT_EMAIL: 'support@practice.com',
    STRIPE_SECRET_KEY: 'sk_test_made_up',
    STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
    AVAILITY_CLIENT_ID: 'made-up',
    AVAILITY_CLIENT_SECRET: 'made-up',
    // Nobody is asked: the address is this machine's, and nothing listens there.
    AVAILITY_BASE_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'warn',
  };
  const server = machine.start(env);
  try {
    const url = `http://127.0.0.1:${PORT}`;
    const began = Date.now();
    while (
      !(await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() - began > READY_MS * 3) throw new Error('The server is not ready after 30 s.');
      await sleep(50);
    }
    const readyMs = Date.now() - began;
    console.log(`ready after ${(readyMs / 1000).toFixed(1)} s`);
    if (readyMs > READY_MS) throw new Error(`The server took longer than ${READY_MS / 1000} s to be ready.`);
    machine.command(env, ['tools/healthy.mjs']);

    const [, userId = '', token = ''] =
      /\/password-reset\/([^/\s]+)\/(\S+)/.exec(machine.command(env, ['dist/server/cli.js', 'admin-create', EMAIL])) ?? [];
    const post = async (path: string, body: object) =>
      await fetch(`${url}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify(body),
      });
    const reset = await post('password/reset/confirm', { user_id: userId, token, new_password1: PASSWORD, new_password2: PASSWORD });
    if (reset.status !== 204) throw new Error(`The password could not be set: ${reset.status} ${await reset.text()}`);
    const login = await post('login', { email: EMAIL, password: PASSWORD });
    if (login.status !== 200) throw new Error(`Signing in answered ${login.status} ${await login.text()}`);
    const page = await (await fetch(url)).text();
    if (!page.includes('<div id="root"')) throw new Error('The browser application is not there.');
    console.log('signed in');
  } finally {
    await server.stop();
  }
  console.log('stopped');
} finally {
  await database.stop();
  machine.close();
  rmSync(folder, { recursive: true, force: true });
}
