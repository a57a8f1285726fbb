/**
 * `npm run sandbox:patients -- 10000 [--xlsx] [--faults] [--seed TEXT] [--out FILE]`: a list of invented patients of the sandbox's payers, with every
 * scenario in it, to be brought in as many at once (docs/product.md 19.1). The same seed makes the same list.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeXlsx } from '../apps/server/src/features/batches/export/write-xlsx.ts';
import { csvLine } from '../apps/server/src/http/csv.ts';
import { patientList, withFaults } from '../apps/server/test/patient-lists.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    xlsx: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    seed: { type: 'string', default: 'patients' },
    out: { type: 'string' },
  },
});
const count = Number(positionals[0] ?? 100);
if (!Number.isInteger(count) || count < 1) throw new Error('Please say how many: npm run sandbox:patients -- 10000');

const whole = patientList(count, values.seed);
const { list, faulty } = values.faults ? withFaults(whole) : { list: whole, faulty: [] };
const lines = [list.header, ...list.rows];
const file = resolve(values.out ?? `patients-${count}.${values.xlsx ? 'xlsx' : 'csv'}`);
writeFileSync(file, values.xlsx ? writeXlsx(lines, 'Patients') : lines.map(csvLine).join(''));
console.log(`${file}: ${count} patients${faulty.length > 0 ? `, ${faulty.length} of them with a fault` : ''}`);
