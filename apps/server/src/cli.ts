/** `node dist/server/cli.js COMMAND ARGUMENTS`. Each command is a file of its own, loaded only when asked for. */

export interface Command {
  run(argv: string[]): Promise<void>;
}

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'admin-create': async () => await import('./cli/admin-create.ts'),
  'audit-verify': async () => await import('./cli/audit-verify.ts'),
  'billing-reconcile': async () => await import('./cli/billing-reconcile.ts'),
  'billing-setup': async () => await import('./cli/billing-setup.ts'),
  backup: async () => await import('./cli/backup.ts'),
  'db-migrate': async () => await import('./cli/db-migrate.ts'),
  'db-seed': async () => await import('./cli/db-seed.ts'),
  'keys-rotate': async () => await import('./cli/keys-rotate.ts'),
  'la-prefixes-import': async () => await import('./cli/la-prefixes-import.ts'),
  'mail-resend': async () => await import('./cli/mail-resend.ts'),
  'payers-sync': async () => await import('./cli/payers-sync.ts'),
  'reimbursements-import': async () => await import('./cli/reimbursements-import.ts'),
  restore: async () => await import('./cli/restore.ts'),
  'restore-drill': async () => await import('./cli/restore-drill.ts'),
  'x12-read': async () => await import('./cli/x12-read.ts'),
};

const [name = '', ...argv] = process.argv.slice(2);
const load = commands[name];

try {
  if (!load) throw new Error(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`);
  const command = await load();
  await command.run(argv);
} catch (error) {
  // Messages are written for the operator; a stack would bury them.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
