declare const performance: { now: () => number };
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_BYTES, readInterchanges, transactionsOf, writeReading, type Reading } from './interchanges.ts';
import { MAX_SEGMENTS } from './segments.ts';
import { decodeBytes, encodeText } from './text.ts';
import { bytesOf, SUBSCRIBER, x12File } from './x12-file.test-kit.ts';

const BODY = [...SUBSCRIBER, 'EB*1**30^MH*HM*HARBOR GOLD', 'EB*C*IND*30***23*1500*****Y'];
const FILE = x12File(BODY);
const CODES = BODY.length + 2;

const read = (text: string): Reading => readInterchanges(bytesOf(text));
const codesOf = (reading: Reading) => reading.problems.map(({ code }) => code);
const sizes = (reading: Reading) => transactionsOf(reading).map(({ code, segments }) => `${code} ${segments.length}`);
const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

test('a file as it should be is read without a problem', () => {
  const reading = read(FILE);
  expect(reading.problems).toEqual([]);
  expect(sizes(reading)).toEqual([`271 ${CODES}`]);
  const [interchange] = reading.interchanges;
  expect(interchange).toMatchObject({
    sender: { qualifier: 'ZZ', id: 'HARBORSENDER' },
    receiver: { qualifier: 'ZZ', id: 'TIDEWATER' },
    controlNumber: '000000907',
    usage: 'T',
    delimiters: { element: '*', component: ':', repetition: '^', terminator: '~' },
  });
  expect(interchange?.groups[0]).toMatchObject({ functionalCode: 'HB', controlNumber: '907', version: '005010X279A1' });
});

test.each([
  ['pipes and line feeds', { element: '|', terminator: '\n' }],
  ['group separators as terminators', { terminator: '\u001D' }],
  ['carriage return and line feed as terminator', { terminator: '\r\n' }],
  ['line ends after terminators', { lineEnd: '\r\n' }],
  ['indentation after terminators', { lineEnd: '\n    ' }],
  ['carets as components and braces as repetition', { component: '^', repetition: '}' }],
  ['backticks as components', { component: '`' }],
  ['version 4010 without repetition', { version: '004010X092A1' }],
])('%s: delimiters come from the header', (_, options) => {
  const text = x12File(BODY, options);
  const reading = read(text);
  expect(codesOf(reading).filter((code) => code !== 'interchange-header-length')).toEqual([]);
  expect(sizes(reading)).toEqual([`271 ${CODES}`]);
  expect(transactionsOf(reading)[0]?.segments[2]?.elements.slice(0, 4)).toEqual(['HL', '1', '', '20']);
  expect(isSame(writeReading(reading), bytesOf(text))).toBe(true);
});

test.each<[string, string, string[]]>([
  ['a byte order mark', `\uFEFF${FILE}`, []],
  ['a header whose blanks were squeezed', FILE.replace(/ {2,}/g, ' '), ['interchange-header-length']],
  ['blanks after the header', FILE.replace('*T*:~', '*T*: ~'), ['interchange-header-length']],
  ['a header without element 16', FILE.replace('*T*:~', '*T*~'), ['interchange-header-elements']],
  ['a missing last terminator', FILE.slice(0, -1), []],
  ['blank segments', FILE.replace('~HL*2', '~~\n~HL*2'), ['blank-segment', 'blank-segment']],
  ['lower case', FILE.toLowerCase(), ['lower-case-segment']],
  ['lines of 80 characters', FILE.replaceAll(/(.{80})/g, '$1\r\n'), ['interchange-header-length', 'line-break-in-segment']],
  ['a terminator forgotten at a line end', FILE.replace('~HL*2', '\nHL*2'), ['missing-terminator']],
  ['text around it', `Answer of 11/22:\n${FILE}\nend of file`, ['text-outside', 'text-outside']],
  ['a wrong count', FILE.replace(/SE\*\d+/, 'SE*7'), ['count']],
  ['wrong control numbers', FILE.replace('SE*17*0001', 'SE*17*0002').replace('GE*1*907', 'GE*1*908'), ['control-number', 'control-number']],
  ['no SE', FILE.replace(/SE\*\d+\*0001~/, ''), ['transaction-trailer']],
  ['no GE and no IEA', FILE.slice(0, FILE.indexOf('GE*')), ['group-trailer', 'interchange-trailer']],
  ['the wrong functional code', FILE.replace('GS*HB', 'GS*HS'), ['functional-code']],
  ['another version', FILE.replaceAll('005010X279A1', '006020X279'), ['version']],
])('%s: everything is read, and it is told', (_, text, expected) => {
  const reading = read(text);
  expect([...new Set(codesOf(reading))]).toEqual([...new Set(expected)]);
  expect(transactionsOf(reading)[0]?.segments.filter(({ id }) => id === 'EB')).toHaveLength(2);
  expect(isSame(writeReading(reading), bytesOf(text))).toBe(true);
});

test('a problem tells where it is', () => {
  const text = FILE.replace(/SE\*\d+/, 'SE*7');
  expect(read(text).problems[0]?.position).toBe(text.indexOf('SE*'));
});

test('an example from a manual that begins with ST is read', () => {
  const body = FILE.slice(FILE.indexOf('ST*'), FILE.indexOf('GE*'));
  const reading = read(body.replaceAll('~', '~\n'));
  expect(sizes(reading)).toEqual([`271 ${CODES}`]);
  expect(codesOf(reading)).toEqual(['group-header', 'no-interchange-header']);
});

test('lines of segments without any envelope are a transaction', () => {
  const reading = read('EB*1**30\nMSG*PLAN YEAR JANUARY\nEB*C*IND*30***23*500\n');
  expect(sizes(reading)).toEqual(['271 3']);
});

test('several interchanges, groups and transactions are all read, each with its own delimiters', () => {
  const other = x12File(BODY, { element: '|', terminator: '\n' });
  const twice = FILE.replace('GE*1', `ST*271*0002~BHT*0022*11~EB*6**30~SE*4*0002~GE*2`);
  const reading = read(twice + other);
  expect(reading.problems).toEqual([]);
  expect(sizes(reading)).toEqual([`271 ${CODES}`, '271 4', `271 ${CODES}`]);
});

test('an interchange without trailer ends where the next begins', () => {
  const reading = read(FILE.slice(0, FILE.indexOf('IEA')) + x12File(BODY, { element: '|' }));
  expect(sizes(reading)).toEqual([`271 ${CODES}`, `271 ${CODES}`]);
  expect(codesOf(reading)).toEqual(['interchange-trailer']);
});

test('segments outside any transaction are kept and told', () => {
  const reading = read(FILE.replace('GE*1', 'DTP*291*D8*20260101~GE*1'));
  expect(reading.interchanges[0]?.strays.map(({ id }) => id)).toEqual(['DTP']);
  expect(codesOf(reading)).toEqual(['stray-segment']);
});

test('UTF-16 and single-byte files are read', () => {
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const bytes = encodeText(`\uFEFF${FILE}`, encoding);
    expect(sizes(readInterchanges(bytes))).toEqual([`271 ${CODES}`]);
    expect(isSame(writeReading(readInterchanges(bytes)), bytes)).toBe(true);
  }
  const bytes = encodeText(FILE.replace('OTTOLINE', 'OTT\u00D6LINE'), 'latin1');
  const reading = readInterchanges(bytes);
  expect(reading.encoding).toBe('latin1');
  expect(transactionsOf(reading)[0]?.segments.some(({ elements }) => elements[4] === 'OTT\u00D6LINE')).toBe(true);
});

test('blanks before an interchange that follows one without a trailer are kept', () => {
  for (const text of [`${FILE.slice(0, FILE.indexOf('IEA*'))}\r\n${FILE}`, 'ST*~\uFEFFISA*']) {
    expect(isSame(writeReading(read(text)), bytesOf(text))).toBe(true);
  }
});

test('what holds no X12 is told, not thrown', () => {
  for (const text of ['', 'hello', '{"a": 1}', '<html></html>', 'ISA', 'ISA*']) expect(codesOf(read(text))).toContain('no-x12');
});

test('above 10 MB nothing is read', () => {
  expect(codesOf(readInterchanges(new Uint8Array(MAX_BYTES + 1)))).toEqual(['too-large']);
});

test('after 200,000 segments the rest is not read, and kept', () => {
  const text = FILE.replace('EB*1', `${'EB*D~'.repeat(MAX_SEGMENTS)}EB*1`);
  const reading = read(text);
  expect(codesOf(reading)).toContain('too-many-segments');
  expect(transactionsOf(reading)[0]?.segments.length).toBeLessThan(MAX_SEGMENTS);
  expect(writeReading(reading).length).toBe(text.length);
});

/** Any bytes, bytes that look like X12, and a file with parts of it changed. */
const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .array(fc.constantFrom('ISA', 'GS', 'ST', 'EB', 'HL', 'SE', 'IEA', '*', '~', ':', '^', '\r\n', '\n', ' ', '\uFEFF', '1', 'A', '|'), {
      maxLength: 120,
    })
    .map((parts) => bytesOf(parts.join(''))),
  fc
    .tuple(
      fc.constantFrom(FILE, x12File(BODY, { terminator: '\n' }), x12File(BODY, { lineEnd: '\r\n' })),
      fc.nat(700),
      fc.nat(30),
      fc.string({ maxLength: 10 }),
    )
    .map(([text, from, length, put]) => bytesOf(text.slice(0, from) + put + text.slice(from + length))),
);

test('any bytes are read without throwing, and the tokens joined give them again', () => {
  fc.assert(
    fc.property(anyFile, (bytes) => {
      const reading = readInterchanges(bytes);
      expect(isSame(writeReading(reading), bytes)).toBe(true);
      const { text } = decodeBytes(bytes);
      for (const segment of reading.segments) expect(segment.position).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2000 },
  );
});

test('each segment stands in exactly one place', () => {
  fc.assert(
    fc.property(anyFile, (bytes) => {
      const reading = readInterchanges(bytes);
      const placed = reading.interchanges.flatMap((interchange) => [
        interchange.header,
        interchange.trailer,
        ...interchange.acknowledgements,
        ...interchange.strays,
        ...interchange.groups.flatMap((group) => [group.header, group.trailer, ...group.transactions.flatMap(({ segments }) => segments)]),
      ]);
      const real = placed.filter((segment) => segment !== null);
      expect(new Set(real).size).toBe(real.length);
      expect(real.length).toBe(reading.segments.filter(({ id }) => id !== '').length);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['line ends alone', '\n'.repeat(2_000_000)],
  ['headers that begin nothing', 'ISA*'.repeat(500_000)],
  ['one segment of separators', `${FILE.slice(0, 300)}${'*'.repeat(2_000_000)}`],
  ['line feeds as terminators', x12File([...BODY, ...Array.from({ length: 60_000 }, () => 'EB*D**30')], { terminator: '\n' })],
  ['forgotten terminators', FILE.replace('EB*1', 'MSG*A\n'.repeat(60_000) + 'EB*1')],
  ['a segment of line breaks', FILE.replace('EB*1', `MSG*A${'\n'.repeat(1_000_000)}B~EB*1`)],
])('%s take no time that grows with the square of their length', (_, text) => {
  const started = performance.now();
  read(text);
  expect(performance.now() - started).toBeLessThan(8000);
});
