/** `npm run x12:read -- FILE`: what the product reads of a file in X12, beside its segments. Asks nobody and keeps nothing. */
import { readFile } from 'node:fs/promises';
import type { X12Transaction } from '@coverlight/contract/admin/admin-x12.contract.ts';
import { textsOfPlan } from '@coverlight/domain/inquiries/coverage/said-texts.ts';
import { readX12File } from '#features/admin/x12/read-x12-file.ts';

const print = (line = ''): boolean => process.stdout.write(`${line}\n`);
const PLACES = { answer: ' ', 'also-said': '+', problem: '!', structure: '.' } as const;

function printTransaction(transaction: X12Transaction): void {
  const { code, control_number: number, version, counts, problems, words, rejections, coverages, segments } = transaction;
  print(`${code === '' ? 'Transaction of an unknown kind' : code} ${number ?? ''} ${version ?? ''}`.trimEnd());
  for (const { text, position } of problems) print(`  problem${position === null ? '' : ` at ${position}`}: ${text}`);
  for (const line of words) print(`  ${line}`);
  for (const { loop, text } of rejections) print(`  rejected in ${loop}: ${text}`);
  for (const { place, loop, line, text } of segments)
    print(`  ${place === null ? ' ' : PLACES[place]} ${(loop ?? '').padEnd(6)}${(line ?? '').padEnd(8)}${text}`);
  if (counts !== null)
    print(
      `  ${counts.segments} segments: ${counts.answer} in the answer, ${counts.also_said} also said (+), ${counts.problem} not placed (!), ${counts.structure} of structure (.)`,
    );
  for (const coverage of coverages) printCoverage(coverage);
}

function printCoverage(coverage: X12Transaction['coverages'][number]): void {
  const { patient, payer_name: payer, plans, notices, also_said: alsoSaid } = coverage;
  const name = patient === null ? 'no patient' : [patient.first_name, patient.last_name].filter((part) => part !== null).join(' ');
  print(`  ${payer ?? 'A payer without a name'} about ${name}`);
  for (const { text } of notices) print(`    notice: ${text}`);
  for (const plan of plans) {
    print(`    plan ${plan.name ?? 'without a name'}: ${plan.status ?? 'no status'}`);
    for (const group of plan.benefit_groups) {
      const others = Object.values(group.auxilary).flat().length + group.additional_payers.length;
      print(
        `      ${group.code ?? ''} ${group.name}: ${group.status ?? 'no status'}, amounts: ${group.benefits.length}, other lines: ${others}`.replace(
          / {7,}/,
          '      ',
        ),
      );
    }
    print(`      texts: ${textsOfPlan(plan).length}`);
  }
  for (const { label, texts } of alsoSaid) print(`    also said, ${label}: ${texts.join('; ')}`);
}

export async function run([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Please name a file: npm run x12:read -- FILE');
  const reading = readX12File(await readFile(file));
  for (const { text, position } of reading.problems) print(`problem${position === null ? '' : ` at ${position}`}: ${text}`);
  for (const line of reading.words) print(line);
  for (const transaction of reading.transactions) {
    print();
    printTransaction(transaction);
  }
}
