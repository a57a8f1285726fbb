/** A database of its own for a test file, opened as the server opens it. */
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openStore, type Store } from './factories.ts';

export interface TestStore extends Store {
  /** Of the database's administrator. */
  url: string;
  /** One for all that a file stores. */
  dataKey: Buffer;
}

/** Call it at the top of a test file; what it returns may be used inside tests only. */
export function useTestStore(): TestStore {
  let testDatabase: TestDatabase | undefined;
  let store: ReturnType<typeof openStore> | undefined;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    store = openStore(testDatabase.url);
  });
  afterAll(async () => {
    await store?.close();
    await testDatabase?.close();
  });
  const opened = () => {
    if (store === undefined || testDatabase === undefined) throw new Error('Use the store inside a test.');
    return { ...store, url: testDatabase.url };
  };
  return {
    get database() {
      return opened().database;
    },
    get keys() {
      return opened().keys;
    },
    get dataKey() {
      return opened().dataKey;
    },
    get url() {
      return opened().url;
    },
  };
}
