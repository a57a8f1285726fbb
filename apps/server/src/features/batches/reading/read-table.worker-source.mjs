/** The worker from its TypeScript sources, for tests and `npm run dev`. A build has read-table.worker.js instead. */
import { register } from 'tsx/esm/api';

register();
const { readTable } = await import('./read-table.worker.ts');
export { readTable };
