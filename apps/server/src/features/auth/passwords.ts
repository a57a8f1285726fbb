/** Hashing of passwords. The work is the same whether or not an account exists (product.md 13.1). */
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id; raise it here and accounts are hashed anew at their next login. */
// 2 is argon2id; the package's enum cannot be imported by file-by-file compilers.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Unicode composed, so that the same sentence typed on another keyboard is the same password. Never cut. */
const normalize = (password: string): string => password.normalize('NFC');

export const hashPassword = async (password: string): Promise<string> => await hash(normalize(password), PARAMETERS);

// Verified against where there is no account, so that the answer takes as long. Of a password nobody knows.
let standIn: Promise<string> | undefined;
const standInHash = async (): Promise<string> => await (standIn ??= hashPassword(crypto.randomUUID()));

/** False without an account or without a password set. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await standInHash()), normalize(password));
  return isRight && passwordHash !== null;
}

export const needsRehash = (passwordHash: string): boolean =>
  !passwordHash.includes(`m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}`);
