import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCoreEnvelope, type CoreEnvelope } from './core-envelope.ts';
import { readInterchanges, transactionsOf } from './interchanges.ts';
import { bytesOf, SUBSCRIBER, x12File } from './x12-file.test-kit.ts';
import { readXml } from './xml.ts';

const X12 = x12File([...SUBSCRIBER, 'EB*1**30', 'MSG*A & B < C']);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function soap(payload: string, fields: Record<string, string> = {}): string {
  const all = {
    PayloadType: 'X12_271_Response_005010X279A1',
    ProcessingMode: 'RealTime',
    PayloadID: 'f81d4fae',
    ErrorCode: 'Success',
    ...fields,
  };
  const written = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"><soapenv:Header/><soapenv:Body>
<cor:COREEnvelopeRealTimeResponse xmlns:cor="http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd">${written.join('')}<Payload>${payload}</Payload></cor:COREEnvelopeRealTimeResponse>
</soapenv:Body></soapenv:Envelope>`;
}

function form(fields: Record<string, string>, boundary = '----edge'): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

const segmentsIn = ({ payload }: CoreEnvelope): number =>
  payload === null ? 0 : (transactionsOf(readInterchanges(payload))[0]?.segments.length ?? 0);
const EXPECTED = SUBSCRIBER.length + 4;
const base64 = (text: string) => Buffer.from(text).toString('base64');
declare const Buffer: { from: (text: string) => { toString: (encoding: string) => string } };

test.each<[string, string]>([
  ['inline as CDATA', soap(`<![CDATA[${X12}]]>`)],
  ['inline and escaped', soap(escaped(X12))],
  ['as base64', soap(base64(X12))],
  ['as CDATA that was escaped', soap(escaped(`<![CDATA[${X12}]]>`))],
  ['escaped twice', soap(escaped(escaped(`<![CDATA[${X12}]]>`)))],
  ['with line ends', soap(`\n<![CDATA[\n${X12.replaceAll('~', '~\n')}]]>\n`)],
])('a SOAP payload %s is read', (_, xml) => {
  const envelope = readCoreEnvelope(bytesOf(xml), 'application/soap+xml; charset=utf-8');
  expect(envelope).toMatchObject({
    form: 'soap',
    payloadType: 'X12_271_Response_005010X279A1',
    payloadId: 'f81d4fae',
    errorCode: 'Success',
    fault: null,
  });
  expect(segmentsIn(envelope)).toBe(EXPECTED);
});

test('a payload attached beside the SOAP part is read', () => {
  const xml = soap('<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:load%40partner.example"/>');
  const body = `--MIME_edge\r\nContent-Type: application/xop+xml\r\nContent-ID: <root>\r\n\r\n${xml}\r\n--MIME_edge\r\nContent-ID: <load@partner.example>\r\n\r\n${X12}\r\n--MIME_edge--`;
  const envelope = readCoreEnvelope(bytesOf(body), 'multipart/related; type="application/xop+xml"; boundary="MIME_edge"');
  expect(envelope.form).toBe('soap');
  expect(segmentsIn(envelope)).toBe(EXPECTED);
});

test('a MIME form is read, with its boundary told or not', () => {
  const body = form({ PayloadType: 'X12_271_Response_005010X279A1', PayloadID: 'f81d4fae', ErrorCode: 'Success', Payload: X12 });
  for (const contentType of ['multipart/form-data; boundary=----edge', '']) {
    const envelope = readCoreEnvelope(bytesOf(body), contentType);
    expect(envelope).toMatchObject({ form: 'mime', payloadType: 'X12_271_Response_005010X279A1', errorCode: 'Success', problems: [] });
    expect(segmentsIn(envelope)).toBe(EXPECTED);
  }
});

test('a form that was cut off says so', () => {
  const body = form({ PayloadType: 'X12_271_Response_005010X279A1', Payload: X12 });
  expect(readCoreEnvelope(bytesOf(body.slice(0, -200))).problems).toEqual(['The last boundary is missing.']);
});

test('X12 without an envelope is its own payload', () => {
  const envelope = readCoreEnvelope(bytesOf(X12), 'text/plain');
  expect(envelope.form).toBe('bare');
  expect(segmentsIn(envelope)).toBe(EXPECTED);
});

test('a fault is told apart from an answer, in SOAP 1.1 and 1.2', () => {
  const of = (inner: string) => `<e:Envelope xmlns:e="x"><e:Body><e:Fault>${inner}</e:Fault></e:Body></e:Envelope>`;
  const newer = of('<e:Code><e:Value>e:Receiver</e:Value></e:Code><e:Reason><e:Text xml:lang="en">Busy &amp; closed</e:Text></e:Reason>');
  const older = of('<faultcode>e:Client</faultcode><faultstring>Bad password</faultstring>');
  expect(readCoreEnvelope(bytesOf(newer))).toMatchObject({ fault: { code: 'e:Receiver', reason: 'Busy & closed' }, payload: null });
  expect(readCoreEnvelope(bytesOf(older))).toMatchObject({ fault: { code: 'e:Client', reason: 'Bad password' }, payload: null });
});

test('an error of the envelope and an empty payload are told', () => {
  const envelope = readCoreEnvelope(
    bytesOf(soap('', { PayloadType: 'CoreEnvelopeError', ErrorCode: 'PayloadIDRequired', ErrorMessage: 'No id' })),
  );
  expect(envelope).toMatchObject({
    payloadType: 'CoreEnvelopeError',
    errorCode: 'PayloadIDRequired',
    errorMessage: 'No id',
    payload: null,
  });
  expect(readCoreEnvelope(bytesOf(soap('  <![CDATA[ ]]> '))).payload).toBeNull();
});

test('what is no envelope is told', () => {
  expect(readCoreEnvelope(bytesOf('')).problems).toEqual(['The answer is empty.']);
  for (const text of ['<html><body>502</body></html>', '{"error": 1}', 'Service unavailable'])
    expect(readCoreEnvelope(bytesOf(text)).problems).toContain('This is no CORE envelope.');
});

test('a document type is refused, so entities cannot grow', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${soap('&b;')}`;
  const envelope = readCoreEnvelope(bytesOf(bomb));
  expect(envelope.payload).toBeNull();
  expect(envelope.problems).toContain('A document type is not allowed.');
});

test.each([
  ['an unknown entity', '<a>&copy;</a>'],
  ['a bare ampersand', '<a>A & B</a>'],
  ['tags that do not match', '<a><b></a></b>'],
  ['no end', '<a><b>'],
  ['two roots', '<a/><b/>'],
  ['elements within each other without end', '<a>'.repeat(500)],
  ['more elements than any envelope', `<a>${'<b/>'.repeat(6000)}</a>`],
  ['nothing', ''],
])('XML with %s is refused', (_, text) => {
  expect(readXml(text).error).not.toBeNull();
});

test('any bytes are read without throwing', () => {
  const cut = fc
    .tuple(
      fc.constantFrom(soap(`<![CDATA[${X12}]]>`), form({ PayloadType: 'X', Payload: X12 }), soap(escaped(X12))),
      fc.nat(900),
      fc.nat(40),
      fc.string({ maxLength: 8 }),
    )
    .map(([text, from, length, put]) => bytesOf(text.slice(0, from) + put + text.slice(from + length)));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), cut), fc.string({ maxLength: 40 }), (bytes, contentType) => {
      const { payload } = readCoreEnvelope(bytes, contentType);
      expect(readInterchanges(payload ?? new Uint8Array()).interchanges.length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});
