/** What runs in a worker thread: reads one table at a time (table-pool.ts). */
export { readTable } from './read-table.ts';
