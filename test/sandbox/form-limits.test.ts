// Tests the limits of forms: the server stops parsing at the first one, responds and closes the connection.
import { connect } from 'node:net';
import { answersIn, rawRequest } from '../support/raw';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { SCADA } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const IMPORT = `/cyber-systems/${SCADA}/cyber-assets/import`;
const TOTAL_BYTES = 1_500_000;
const DELIMITER = '\r\n--B';
const DISPOSITION = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
const file = (content: string) => `--B\r\n${DISPOSITION}\r\nContent-Type: text/csv\r\n\r\n${content}`;

const head = (boundary = 'B', bytes = TOTAL_BYTES) =>
  [
    `POST ${IMPORT} HTTP/1.1`,
    'Host: localhost',
    `X-API-Key: ${sandbox.key}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes}`,
    '\r\n',
  ].join('\r\n');
const nextRequest = () =>
  `GET /facilities HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${sandbox.key}\r\nConnection: close\r\n\r\n`;

/** Sends the beginning of a body, waits for the response, then sends the rest and another request, which gets none. */
function sendRestAfterResponse(beginning: string): Promise<{ status: number; text: string }[]> {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(head() + beginning));
    socket.on('data', (chunk: Buffer) => {
      const isFirst = received === '';
      received += chunk.toString();
      const rest = TOTAL_BYTES - Buffer.byteLength(beginning);
      if (isFirst) socket.write(''.padEnd(rest) + nextRequest());
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answersIn(received)));
  });
}

const field = (headers: string) =>
  `${DELIMITER}\r\nContent-Disposition: form-data; name="notes"\r\n${headers}\r\nx`;

it.each([
  ['delimiters alone', DELIMITER.repeat(40), 'parts'],
  ['parts without headers', `${DELIMITER}\r\n\r\nx`.repeat(40), 'parts'],
  ['parts without a name', `${DELIMITER}\r\nContent-Type: text/plain\r\n\r\nx`.repeat(40), 'parts'],
  ['parts that repeat one header field', field('X-A: b\r\n'.repeat(40)).repeat(4), 'header'],
  ['a part with a header field of 20 KiB', field(`X-A: ${'b'.repeat(20 * 1024)}`), 'header'],
  ['headers that do not end', field('X-A: b\r\n'.repeat(20 * 1024)), 'header'],
  ['a second file', `${file('a')}\r\n${file('b')}\r\n--B\r\n\r\n`, 'twice'],
])(
  'returns 400 for %s before the rest of the body arrives, and closes the connection',
  async (_, beginning, limit) => {
    const [refusal, next] = await sendRestAfterResponse(beginning);
    expect([refusal!.status, next]).toEqual([400, undefined]);
    expect(refusal!.text).toMatch(new RegExp(`"validation_error".*${limit}`));
  },
);

it('returns 415 for a file of another media type before the rest of the body arrives', async () => {
  const [refusal, next] = await sendRestAfterResponse(file('a').replace('text/csv', 'image/png'));
  expect([refusal!.status, next]).toEqual([415, undefined]);
});

/** Sends a whole form. */
async function post(body: string | string[], boundary = 'B'): Promise<number> {
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers: [string, string][] = [
    ['X-API-Key', sandbox.key],
    ['Content-Type', type],
  ];
  return (await rawRequest(sandbox.url, 'POST', IMPORT, { body, headers })).status;
}

it('returns 413 for a form whose unnamed parts exceed the size limit of the operation', async () => {
  expect(await post(`--B\r\n\r\n${'x'.repeat(110 * 1024 * 1024)}\r\n`)).toBe(413);
});

it.each([
  ['no characters', '""'],
  ['more than 70 characters', 'B'.repeat(71)],
  ['a control character', '"B\tC"'],
])('returns 400 for a boundary of %s', async (_what, boundary) => {
  expect(await post('', boundary)).toBe(400);
});

it('returns 201 for a quoted boundary with spaces, and for a delimiter sent byte by byte', async () => {
  const body = `${file('name,asset_type\r\nMLB345-RTU77,hardware')}\r\n--B--\r\n`.replaceAll('--B', '--B C');
  expect(await post([...body], '"B C"')).toBe(201);
});

async function processorMilliseconds(body: string): Promise<number> {
  const before = process.cpuUsage();
  await post(body);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it('a body of delimiters takes at most ten times the processor time of a file of its size', async () => {
  const plainForm = file('x'.repeat(TOTAL_BYTES - 200)) + '\r\n--B--\r\n';
  await processorMilliseconds(plainForm);
  const allowed = 10 * Math.max(20, await processorMilliseconds(plainForm));
  expect(await processorMilliseconds(DELIMITER.repeat(TOTAL_BYTES / DELIMITER.length))).toBeLessThan(allowed);
});
