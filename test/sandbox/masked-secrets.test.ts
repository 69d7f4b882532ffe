// Secrets in recorded requests: every secret name, in every place and notation, and the values that have no name.
import { contractDocument } from '../../src/contract/document';
import type { Observation } from '../../src/server/api/observe';
import { createRequestLog } from '../../src/sandbox/console/request-log';
import { createFindRule } from '../../src/sandbox/console/rule';
import { costOf } from '../support/processor-time';

const log = createRequestLog(createFindRule(() => contractDocument));
const SECRET = 'hunter-7431907431';
const MAX_MILLISECONDS = 3000;

type Fields = Partial<Pick<Observation, 'path' | 'error'>> & {
  headers?: Record<string, string>;
  text?: string;
  outline?: string;
};

/** Returns a request and its text in the log. */
function kept({ path = '/x', error, headers = {}, text, outline }: Fields): {
  entry: Observation;
  json: string;
} {
  const body = text === undefined ? {} : { body: { bytes: text.length, text, ...(outline && { outline }) } };
  log.add({
    requestId: 'r',
    time: '2026-03-27T13:08:26.780Z',
    method: 'POST',
    path,
    status: error ? 400 : 200,
    milliseconds: 1,
    answeredBy: 'server',
    ...(error && { error }),
    request: { headers, ...body },
    response: { headers: {} },
  });
  const entry = log.find(log.lastId())!;
  return { entry, json: JSON.stringify(entry) };
}

const withBody = (type: string, text: string): Fields => ({ headers: { 'content-type': type }, text });
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const partOf = (head: string, content: string, end = '\r\n'): string =>
  [`--b`, ...head.split('\n'), '', content, '--b--', ''].join(end);

const NAMES = [
  ...[
    'password',
    'newPassword',
    'passwd',
    'db_passwd',
    'pwd',
    'userPwd',
    'passphrase',
    'key-passphrase',
    'passcode',
  ],
  ...[
    'credential',
    'credentials',
    'aws-credentials',
    'privateKey',
    'private_key',
    'ssh-private-key',
    'PRIVATEKEY',
  ],
  ...[
    'signature',
    'X-Amz-Signature',
    'sig',
    'webhookSignature',
    'code',
    'authorization_code',
    'mfaCode',
    'code_verifier',
  ],
  ...[
    'X-Auth-User',
    'x-auth',
    'X-Authentication',
    'clientSecret',
    'refresh_token',
    'apiKey',
    'api key',
    'accessKeyId',
  ],
  ...[
    'user[password]',
    'user.pwd',
    'otp',
    'pin',
    'SAMLResponse',
    'session_id',
    'JSESSIONID',
    'csrfToken',
    '_xsrf',
  ],
  ...['smtp_pass', 'dbPass', 'wifi-psk', 'adminPw', 'x-functions-key', 'consumerKey', 'connectionString'],
  ...['snmp_community', '\uff54oken'],
];
const encoded = (name: string): string =>
  [...Buffer.from(name)].map((each) => `%${each.toString(16).padStart(2, '0')}`).join('');

const PLACES: [string, (name: string) => Fields][] = [
  ['a member', (name) => withBody('application/json', JSON.stringify({ a: 1, [name]: SECRET }))],
  [
    'a nested member',
    (name) => withBody('application/json', JSON.stringify({ a: [{ b: { [name]: { v: SECRET } } }] })),
  ],
  [
    'JSON in a text',
    (name) => withBody('application/json', JSON.stringify({ a: JSON.stringify({ [name]: SECRET }) })),
  ],
  ['a cut body', (name) => withBody('application/json', `{"a":"b","${name}":"${SECRET}`)],
  ['the query', (name) => ({ path: `/x?a=b&${encodeURIComponent(name)}=${SECRET}&c=d` })],
  ['the query, encoded twice', (name) => ({ path: `/x?${encodeURIComponent(encoded(name))}=${SECRET}` })],
  [
    'a URL in the query',
    (name) => ({ path: `/x?u=${encodeURIComponent(`http://h/?${encodeURIComponent(name)}=${SECRET}`)}` }),
  ],
  [
    'JSON in the query',
    (name) => ({ path: `/x?u=${encodeURIComponent(JSON.stringify({ [name]: SECRET }))}` }),
  ],
  [
    'a form',
    (name) => withBody('Application/X-WWW-Form-Urlencoded; charset=utf-8', `a=b&${encoded(name)}=${SECRET}`),
  ],
  [
    'a part',
    (name) =>
      withBody(
        'Multipart/Form-Data; Boundary="b"',
        partOf(`content-disposition: form-data; name="${name}"`, SECRET),
      ),
  ],
  [
    'a part without quotes',
    (name) => withBody(MULTIPART, partOf(`Content-Disposition: form-data; name=${encoded(name)}`, SECRET)),
  ],
  [
    'a part with name*',
    (name) =>
      withBody(MULTIPART, partOf(`Content-Disposition: form-data; name*=UTF-8''${encoded(name)}`, SECRET)),
  ],
  [
    'a part with bare line feeds',
    (name) => withBody(MULTIPART, partOf(`Content-Disposition: form-data; name="${name}"`, SECRET, '\n')),
  ],
  [
    'JSON in a part',
    (name) =>
      withBody(
        MULTIPART,
        partOf(
          'Content-Disposition: form-data; name="a"\nContent-Type: application/json',
          JSON.stringify({ [name]: SECRET }),
        ),
      ),
  ],
  ['a column', (name) => withBody('Text/CSV', `sep=;\r\nname;"${name}"\r\nRTU01;${SECRET}\r\n`)],
  [
    'a header field',
    (name) => ({ headers: { [name.normalize('NFKC').replace(/[^A-Za-z_.-]/g, '-')]: SECRET } }),
  ],
];

test.each(PLACES)('masks the value of every secret name in %s', (_place, fieldsFor) => {
  expect(NAMES.filter((name) => kept(fieldsFor(name)).json.includes(SECRET))).toEqual([]);
});

test.each<[string, Fields]>([
  [
    'user info of a URL in a member',
    withBody('application/json', `{"url":"https://me:${SECRET}@cmdb.example/"}`),
  ],
  [
    'user info of a URL with escaped slashes',
    withBody('application/json', `{"url":"https:\\/\\/me:${SECRET}@cmdb.example"}`),
  ],
  [
    'user info with an @ in the password',
    withBody('application/json', `{"url":"https://me:p@${SECRET}@cmdb.example/"}`),
  ],
  ['user info in a form', withBody(FORM, `url=${encodeURIComponent(`https://me:${SECRET}@cmdb.example/`)}`)],
  ['user info in a cut body', withBody('application/json', `{"url":"https://me:${SECRET}@cmdb.example/`)],
  ['user info in Referer', { headers: { referer: `https://me:${SECRET}@cmdb.example/` } }],
  [
    'the query of a URL in a member',
    withBody('application/json', `{"link":"https://h/accept?token=${SECRET}"}`),
  ],
  [
    'the query of a URL in a sentence',
    withBody('application/json', `{"a":"Open https://h/?a=b\\u0026code=${SECRET} now"}`),
  ],
  ['the fragment of a URL', { headers: { location: `https://h/#access_token=${SECRET}&a=b` } }],
  [
    'a member that a later one of its name hides',
    withBody('application/json', `{"a":{"token":"${SECRET}"},"a":1}`),
  ],
  ['XML', withBody('application/xml', `<a><password>${SECRET}</password></a>`)],
  ['YAML', withBody('application/yaml', `name: a\npassword: ${SECRET}\n`)],
  [
    'a part of a part',
    withBody(
      MULTIPART,
      partOf(
        'Content-Disposition: form-data; name="a"\nContent-Type: multipart/mixed; boundary=c',
        `--c\r\n\r\n${SECRET}\r\n--c--`,
      ),
    ),
  ],
  [
    'a multipart body without a boundary',
    withBody('multipart/form-data', partOf('Content-Disposition: form-data; name="pwd"', SECRET)),
  ],
  [
    'a file with a secret column',
    withBody(
      MULTIPART,
      partOf(
        'Content-Disposition: form-data; name="file"; filename="a.csv"\nContent-Type: text/csv',
        `name,password\r\na,${SECRET}`,
      ),
    ),
  ],
  [
    'an error message',
    { error: { code: 'bad_request', message: `The URL https://h/?token=${SECRET} is invalid.` } },
  ],
  ['a value in quotation marks', { headers: { 'www-link': `a; token="${SECRET}"; b` } }],
  ['a value with spaces', withBody('application/json', `{"a":"host=db password = 'my ${SECRET}'"}`)],
  ['a value behind an arrow', withBody('application/json', `{"a":"password => \\"my ${SECRET}\\""}`)],
  ['a parameter whose = is encoded', { path: `/x?token%3D${SECRET}` }],
  [
    'a URL that is encoded twice',
    { path: `/x?u=${encodeURIComponent(encodeURIComponent(`https://h/?token=${SECRET}`))}` },
  ],
  [
    'user info that is encoded twice',
    { path: `/x?u=${encodeURIComponent(encodeURIComponent(`https://me:${SECRET}@h`))}` },
  ],
  ['an encoded path', { path: `/tasks/token%3D${SECRET}` }],
  ['a bearer in a text', { headers: { 'x-note': `Authorization: Bearer ${SECRET}` } }],
  ['basic credentials in a text', withBody('application/json', `{"a":"send Basic ${SECRET}="}`)],
  [
    'the value of a pair',
    withBody('application/json', `{"headers":[{"name":"Authorization","value":"Digest ${SECRET}"}]}`),
  ],
  ['a JSON web token', { headers: { 'x-note': `eyJhbGciOiJIUzI1NiJ9.${SECRET}.abc` } }],
  ['the query of an invitation', { path: `/invitations/validate?token=${SECRET}` }],
])('masks %s', (_what, fields) => {
  expect(kept(fields).json).not.toContain(SECRET);
});

test.each<[string, Fields, keyof Fields]>([
  ['a rehearsal', { headers: { prefer: 'code=429, example=busy, delay=0.5' } }, 'headers'],
  ['an Idempotency-Key', { headers: { 'idempotency-key': '7f9c', etag: '"a="' } }, 'headers'],
  ['a page of a list', { path: '/users?limit=5&cursor=abc%3D%3D&sort=name+asc' }, 'path'],
  ['an address', { path: '/x?q=a%40b.example&at=2026-01-31T08%3A15%3A00Z' }, 'path'],
])('leaves %s as it was', (_what, fields, place) => {
  const { entry } = kept(fields);
  expect(place === 'path' ? entry.path : entry.request.headers).toEqual(fields[place]);
});

test('leaves a text without secrets as it was, also when it mentions them', () => {
  const text = '{ "title": "Change the password: today", "postcode": "1.0", "count": 1.0, "passed": "yes" }';
  expect(JSON.parse(kept({ text }).entry.request.body!.text!)).toEqual(JSON.parse(text));
  const part = partOf(
    'Content-Disposition: form-data; name="file"; filename="a.csv"\nContent-Type: text/csv',
    'name\r\nRTU01',
  );
  expect(kept(withBody(MULTIPART, part)).entry.request.body!.text).toBe(part);
});

test('leaves the values of names that only resemble those of secrets', () => {
  const names = [
    ...['postcode', 'passed', 'bypass', 'passport', 'tokenize', 'tokenizer', 'token_type', 'tokenCount'],
    ...[
      'secretary',
      'secretaryEmail',
      'credentialing',
      'passwordless',
      'passwordPolicy',
      'passwordChangedAt',
    ],
    ...[
      'signatureRequired',
      'signature_date',
      'cookieConsent',
      'pinned',
      'sidebar',
      'sessionDate',
      'publicKey',
    ],
    ...['accessTokenExpiresAt', 'statusCode', 'siteCode', 'keyPersonnel', 'authorName'],
  ];
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(kept({ text }).entry.request.body!.text).toBe(text);
  const path = `/x?${names.map((name) => `${name}=x`).join('&')}`;
  expect(kept({ path }).entry.path).toBe(path);
  const sentence = '{"a":"Basic requirements, bearer certificates"}';
  expect(kept({ text: sentence }).entry.request.body!.text).toBe(sentence);
});

test('masks a private key', () => {
  const key = (content: string) => `-----BEGIN EC PRIVATE KEY-----\n${content}\n-----END EC PRIVATE KEY-----`;
  const { json } = kept({ text: JSON.stringify({ title: key('MHcCAQEEIIrY') }) });
  expect(json).not.toContain('MHcCAQEEIIrY');
});

test('masks the secrets of any number of texts that are JSON, and of texts that only look like it', () => {
  const texts = (inner: object) => JSON.stringify(Array.from({ length: 700 }, () => JSON.stringify(inner)));
  expect(kept({ text: texts({ a: 'b' }) }).entry.request.body!.text).toBe(texts({ a: 'b' }));
  expect(kept({ text: texts({ token: SECRET }) }).json).not.toContain(SECRET);
  const titles = JSON.stringify(Array.from({ length: 700 }, () => '[Draft] Title'));
  expect(kept({ text: titles }).entry.request.body!.text).toBe(titles);
  const faulty = JSON.stringify(Array.from({ length: 700 }, () => `{"token":"${SECRET}"`));
  expect(kept({ text: faulty }).json).not.toContain(SECRET);
});

test('masks only API keys and invitation tokens among the names of the contract', () => {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties, name, in: place } = value as Record<string, unknown>;
    for (const each of Object.keys(properties ?? {})) names.add(each);
    if (typeof place === 'string' && typeof name === 'string') names.add(name);
    Object.values(value).forEach(collect);
  };
  collect(contractDocument);
  const isMasked = (name: string) =>
    kept({ headers: { [name]: 'x' } }).entry.request.headers[name] === '****';
  expect([...names].filter(isMasked).sort()).toEqual(['X-API-Key', 'token']);
});

test('masks 64 KiB of any repeated text within 3 s of processor time', async () => {
  const hostile = [
    'a=',
    '?a=',
    '%25',
    '{"',
    '\\',
    '"  ',
    '://',
    '@',
    '="',
    '&',
    'cik_',
    '\r\n',
    '--b\r\n',
    'name="',
    '<',
    ': ',
  ];
  for (const type of ['application/json', FORM, MULTIPART, 'text/csv'])
    for (const unit of hostile) {
      const text = unit.repeat(Math.ceil((64 * 1024) / unit.length));
      let json: string | undefined;
      const mask = () => ({ json } = kept({ ...withBody(type, text), path: `/x?${text}` }));
      expect(await costOf(mask, MAX_MILLISECONDS)).toBeLessThanOrEqual(MAX_MILLISECONDS);
      expect(json).toBeDefined();
    }
});

it.each(['%=', 'a:b&c=d>'])(
  'hides a body of more than 8,000 separators, for example 64 KiB of %j',
  (unit) => {
    const body = (length: number) => withBody('application/pdf', unit.repeat(length));
    expect(kept(body(16_000)).json).not.toContain(unit);
    expect(kept(body(1000)).json).toContain(unit);
  },
);

it('masks the outline of a long body too', () => {
  const { json } = kept({
    ...withBody('application/json', '['),
    outline: JSON.stringify([{ token: SECRET }]),
  });
  expect(json).toContain('outline');
  expect(json).not.toContain(SECRET);
});
