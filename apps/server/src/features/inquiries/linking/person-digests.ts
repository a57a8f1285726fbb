/** Keys of persons as the database knows them: keyed digests of 32 bytes, made anew when the key changes (product.md 18.2). */
import type { PersonKeyKind } from '@coverlight/contract/persons/persons.contract.ts';
import { isLinkingKind, KIND_SCORES, type IdentityKeys, type PersonKey } from '@coverlight/domain/persons/person-keys.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

export interface StoredKeys {
  version: number;
  kinds: PersonKeyKind[];
  digests: Buffer[];
  links: boolean[];
}

export interface SoughtKeys {
  /** Of the kinds that link by themselves, under every version of the key. */
  linking: Buffer[];
  /** Of every kind; the three lists go together. */
  digests: Buffer[];
  kinds: PersonKeyKind[];
  scores: number[];
}

const purposeOf = (kind: PersonKeyKind): string => `person|${kind}`;

export function storedDigests(keys: OrganizationKeys, stored: readonly PersonKey[]): StoredKeys {
  return {
    version: keys.currentVersions.search,
    kinds: stored.map(({ kind }) => kind),
    digests: stored.map(({ kind, value }) => keys.digest(purposeOf(kind), value)),
    links: stored.map(({ kind }) => isLinkingKind(kind)),
  };
}

export function soughtDigests(keys: OrganizationKeys, sought: readonly PersonKey[]): SoughtKeys {
  const all = sought.flatMap(({ kind, value }) => keys.digestsToFind(purposeOf(kind), value).map((digest) => ({ kind, digest })));
  return {
    linking: all.flatMap(({ kind, digest }) => (isLinkingKind(kind) ? [digest] : [])),
    digests: all.map(({ digest }) => digest),
    kinds: all.map(({ kind }) => kind),
    scores: all.map(({ kind }) => KIND_SCORES[kind]),
  };
}

export const digestsOf = (keys: OrganizationKeys, { stored, sought }: IdentityKeys) => ({
  stored: storedDigests(keys, stored),
  sought: soughtDigests(keys, sought),
});
