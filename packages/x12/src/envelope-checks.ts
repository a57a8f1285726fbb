/** Counts, control numbers and versions of the envelopes. What does not agree is told, never refused. */
import type { Group, Interchange, Transaction } from './envelopes.ts';
import { problem, quoted, type Problem, type ProblemCode } from './problems.ts';
import type { Segment } from './segments.ts';

const value = (segment: Segment, at: number): string => segment.elements[at]?.trim() ?? '';
const isSameNumber = (a: string, b: string) => a === b || (/^\d+$/.test(a) && /^\d+$/.test(b) && Number(a) === Number(b));

/** Where there is nothing to hold against, nothing is said. */
function checkPair(
  header: Segment | null,
  trailer: Segment | null,
  at: { header: [string, number]; trailer: [string, number] },
): Problem[] {
  if (header === null || trailer === null) return [];
  const [sent, repeated] = [value(header, at.header[1]), value(trailer, at.trailer[1])];
  if (isSameNumber(sent, repeated)) return [];
  const text = `${at.trailer[0]} is ${quoted(repeated)}, ${at.header[0]} is ${quoted(sent)}.`;
  return [problem('control-number', text, trailer.position)];
}

function checkCount(trailer: Segment, name: string, read: number, what: string): Problem[] {
  const said = value(trailer, 1);
  if (/^\d+$/.test(said) && Number(said) === read) return [];
  return [problem('count', `${name} says ${quoted(said)} ${what}, ${read} were read.`, trailer.position)];
}

function missing(code: ProblemCode, text: string, segments: (Segment | null | undefined)[]): Problem {
  return problem(code, text, segments.find((segment) => segment)?.position ?? null);
}

export function checkInterchange(interchange: Interchange, problems: Problem[]): void {
  const { header, trailer, groups, acknowledgements } = interchange;
  const first = groups[0]?.header ?? groups[0]?.transactions[0]?.segments[0] ?? acknowledgements[0] ?? interchange.strays[0];
  if (header === null) problems.push(missing('no-interchange-header', 'There is no interchange header (ISA).', [first]));
  else if (header.elements.length !== 17) {
    const text = `The interchange header has ${header.elements.length - 1} elements instead of 16.`;
    problems.push(problem('interchange-header-elements', text, header.position));
  }
  if (trailer === null) {
    if (header !== null) problems.push(problem('interchange-trailer', 'The interchange has no trailer (IEA).', header.position));
    return;
  }
  problems.push(
    ...checkPair(header, trailer, { header: ['ISA13', 13], trailer: ['IEA02', 2] }),
    ...checkCount(trailer, 'IEA01', groups.filter((group) => group.header !== null).length, 'groups'),
  );
}

export function checkGroup(group: Group, problems: Problem[]): void {
  const { header, trailer, transactions } = group;
  const [first] = transactions;
  if (header === null)
    problems.push(missing('group-header', 'There is no group header (GS).', [first?.header, first?.segments[0], trailer]));
  if (trailer === null) {
    if (header !== null) problems.push(problem('group-trailer', 'The group has no trailer (GE).', header.position));
    return;
  }
  problems.push(
    ...checkPair(header, trailer, { header: ['GS06', 6], trailer: ['GE02', 2] }),
    ...checkCount(trailer, 'GE01', transactions.length, 'transactions'),
  );
}

const FUNCTIONAL_CODES: ReadonlyMap<string, string> = new Map([
  ['270', 'HS'],
  ['271', 'HB'],
  ['835', 'HP'],
  ['997', 'FA'],
  ['999', 'FA'],
]);
/** Versions that are read; another one is read by the same rules and said. */
const VERSIONS = new Set(['004010X092', '004010X092A1', '005010X279', '005010X279A1']);

export function checkTransaction(transaction: Transaction, group: Group, problems: Problem[]): void {
  const { header, trailer, segments, code } = transaction;
  if (header === null) problems.push(missing('transaction-header', 'There is no transaction header (ST).', [segments[0]]));
  if (trailer === null) problems.push(missing('transaction-trailer', 'The transaction has no trailer (SE).', [header, segments.at(-1)]));
  else {
    problems.push(
      ...checkPair(header, trailer, { header: ['ST02', 2], trailer: ['SE02', 2] }),
      ...checkCount(trailer, 'SE01', segments.length, 'segments'),
    );
  }
  const expected = FUNCTIONAL_CODES.get(code);
  if (header !== null && group.header !== null && expected !== undefined && group.functionalCode?.toUpperCase() !== expected) {
    const text = `GS01 is ${quoted(group.functionalCode ?? '')} on a group that holds a ${code}.`;
    problems.push(problem('functional-code', text, group.header.position));
  }
  if (header !== null && (code === '270' || code === '271')) checkVersion(header, group, problems);
}

function checkVersion(header: Segment, group: Group, problems: Problem[]): void {
  const own = value(header, 3);
  const version = own === '' ? group.version : own;
  if (own !== '' && group.version !== null && own.toUpperCase() !== group.version.toUpperCase())
    problems.push(problem('version', `ST03 is ${quoted(own)}, GS08 is ${quoted(group.version)}.`, header.position));
  else if (version !== null && !VERSIONS.has(version.toUpperCase()))
    problems.push(problem('version', `Version ${quoted(version)} is read by the rules of 005010X279A1.`, header.position));
}
