// The import of cyber assets from CSV, and its template: each row by itself, into the one inventory.
import { randomUUID } from 'node:crypto';
import type { Client, Reply } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, faultyFields, operationsOf, idsOf, outcome, read, unique, unknownIds } from './promises';

let sandbox: Sandbox;
let facility: string;
const send: Client = (...request) => sandbox.client(...request);
beforeAll(async () => {
  sandbox = await startSandbox();
  facility = (await create(send, '/facilities', { name: 'Import' })).id;
});
afterAll(() => sandbox.close());

const newSystem = async (): Promise<string> =>
  (
    await create(send, '/cyber-systems', {
      name: unique('SCADA'),
      impact_rating: 'medium',
      facility_id: facility,
    })
  ).id;

function formOf(csv: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): FormData {
  const form = new FormData();
  form.append('file', new Blob([csv], { type }), 'assets.csv');
  return form;
}
const load = (system: string, csv: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Reply> =>
  send('POST', `/cyber-systems/${system}/cyber-assets/import`, { body: formOf(csv), headers });
const assetsOf = (system: string): Promise<Record<string, string>[]> =>
  read(send, `/cyber-systems/${system}/cyber-assets`);
const namesOf = async (system: string) => (await assetsOf(system)).map(({ name }) => name);
const HEADER = 'name,asset_type\n';
const result = (created: number, errors: unknown[] = []) => ({ created, refused: errors.length, errors });
const fault = (line: number, field: string) => ({ line, field, message: expect.any(String) });

describe('getCyberAssetsImportTemplate', () => {
  it('returns only the header row, quoted, as a CSV file', async () => {
    const { status, text, headers } = await send('GET', '/cyber-assets/import/template');
    expect([status, text.trimEnd()]).toEqual([200, '"name","asset_type"']);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"/);
  });

  it('returns a file that the import accepts after rows are added', async () => {
    const { text } = await send('GET', '/cyber-assets/import/template');
    const reply = await load(await newSystem(), `${text}"${unique('RTU')}","hardware"\r\n`);
    expect([reply.status, reply.body]).toEqual([201, result(1)]);
  });
});

describe('importCyberAssets', () => {
  it('creates real assets that every operation shows, and logs each of them', async () => {
    const system = await newSystem();
    const names = [unique('RTU'), unique('HMI')];
    const reply = await load(system, `${HEADER}${names[0]},hardware\n${names[1]},software\n`);
    expect([reply.status, reply.body]).toEqual([201, result(2)]);
    const assets = await assetsOf(system);
    expect(assets.map(({ name, asset_type }) => [name, asset_type])).toEqual([
      [names[0], 'hardware'],
      [names[1], 'software'],
    ]);
    for (const asset of assets) {
      expect(await read(send, `/cyber-assets/${asset['id']}`)).toEqual(asset);
      expect(asset['impact_rating']).toBe('medium');
      expect(await operationsOf(send, 'cyber-asset', asset['id']!)).toEqual([
        expect.stringMatching(/^(created|imported)$/),
      ]);
    }
    const exported = await send('GET', `/facilities/${facility}/cyber-assets/export`);
    for (const name of names) expect(exported.text).toContain(name);
    expect(idsOf(await send('GET', '/cyber-assets'))).toEqual(
      expect.arrayContaining(assets.map(({ id }) => id)),
    );
  });

  it('logs the supplied fields of a new asset, as createCyberAsset does', async () => {
    const system = await newSystem();
    const name = unique('RTU');
    await load(system, `${HEADER}${name},hardware\n`);
    const [imported] = await assetsOf(system);
    const body = { name: unique('RTU'), asset_type: 'hardware', cyber_system_id: system };
    const { id } = await create(send, '/cyber-assets', body);
    const fieldsOf = async (asset: string) => {
      const { data } = await read(send, `/activity/by-resource-type/cyber-asset/${asset}`);
      return data[0].changes.map(({ field }: { field: string }) => field).sort();
    };
    expect(await fieldsOf(imported!['id']!)).toEqual(await fieldsOf(id));
  });

  it('rejects each row when the same file is imported again, names the assets, and changes nothing', async () => {
    const system = await newSystem();
    const csv = `${HEADER}${unique('RTU')},hardware\n${unique('HMI')},software\n`;
    await load(system, csv);
    const before = await assetsOf(system);
    const { status, body } = await load(system, csv);
    const errors = before.map(({ id }, index) => ({
      line: index + 2,
      field: 'name',
      message: `is taken by the asset ${id}`,
    }));
    expect([status, body]).toEqual([201, result(0, errors)]);
    expect(await assetsOf(system)).toEqual(before);
    expect(await operationsOf(send, 'cyber-asset', before[0]!['id']!)).toHaveLength(1);
  });

  it('never changes an asset, also with another asset_type, case or Unicode composition of its name', async () => {
    const system = await newSystem();
    const id = randomUUID();
    await load(system, `${HEADER}ÄREA-${id},hardware\n`);
    const before = await assetsOf(system);
    const { body } = await load(system, `${HEADER}a\u0308rea-${id},software\nB-${id},software\n`);
    expect(body).toEqual(result(1, [fault(2, 'name')]));
    expect(await assetsOf(system)).toEqual([...before, expect.objectContaining({ name: `B-${id}` })]);
  });

  it('rejects a row whose name is taken in another system, and imports the others', async () => {
    const [system, other] = [await newSystem(), await newSystem()];
    const [taken, free] = [unique('RTU'), unique('RTU')];
    await load(other, `${HEADER}${taken},hardware\n`);
    const before = await assetsOf(other);
    const reply = await load(system, `${HEADER}${taken.toUpperCase()},software\n${free},hardware\n`);
    expect([reply.status, reply.body]).toEqual([201, result(1, [fault(2, 'name')])]);
    expect([await assetsOf(other), await namesOf(system)]).toEqual([before, [free]]);
  });

  it('reports each rejected row with its line and column; the counts add up', async () => {
    const system = await newSystem();
    const rows = [`${unique('a')},hardware`, `${unique('b')},switch`, ',hardware', `${unique('c')},`];
    const { status, body } = await load(system, `${HEADER}${rows.join('\n')}\n`);
    expect([status, body]).toEqual([
      201,
      result(1, [fault(3, 'asset_type'), fault(4, 'name'), fault(5, 'asset_type')]),
    ]);
  });

  it.each([
    ['a missing cell', 'b'],
    ['a cell too many', 'b,hardware,x'],
  ])('rejects a row with %s, and imports the others', async (_what, row) => {
    const system = await newSystem();
    const name = unique('a');
    const { status, body } = await load(system, `${HEADER}${row}\n${name},hardware\n`);
    expect([status, body.created, body.refused, body.errors[0].line]).toEqual([201, 1, 1, 2]);
    expect(await namesOf(system)).toEqual([name]);
  });

  it.each([
    ['a tab', 'RT\tU,hardware'],
    ['a line break', '"RT\nU",hardware'],
    ['a zero-width character', 'RT\u200bU,hardware'],
    ['256 characters', `${'x'.repeat(256)},hardware`],
  ])('rejects a name with %s', async (_what, row) => {
    const system = await newSystem();
    const { status, body } = await load(system, `${HEADER}${unique('ok')},hardware\n${row}\n`);
    expect([status, body.errors]).toEqual([201, [fault(3, 'name')]]);
  });

  it('rejects an asset_type in another case', async () => {
    const { body } = await load(
      await newSystem(),
      `${HEADER}${unique('a')},Hardware\n${unique('b')},hardware\n`,
    );
    expect(body).toEqual(result(1, [fault(2, 'asset_type')]));
  });

  it('counts lines by the start of the row, past quoted line breaks and blank lines', async () => {
    const csv = `${HEADER}"two\nlines",hardware\n${unique('a')},switch\n${unique('b')},hardware\n`;
    const { body } = await load(await newSystem(), csv);
    expect(body).toEqual(result(1, [fault(2, 'name'), fault(4, 'asset_type')]));
  });

  it('rejects the second of two equal names in a file, also when they differ by case', async () => {
    const system = await newSystem();
    const name = unique('rtu');
    const csv = `${HEADER}${name},hardware\n${name.toUpperCase()},hardware\n${name},software\n`;
    const repeated = (line: number) => ({ line, field: 'name', message: 'repeats the name of line 2' });
    expect((await load(system, csv)).body).toEqual(result(1, [repeated(3), repeated(4)]));
    expect(await namesOf(system)).toEqual([name]);
  });

  it.each([
    ['a byte order mark', (name: string) => `\ufeff${HEADER}${name},hardware\n`],
    ['CRLF line ends', (name: string) => `name,asset_type\r\n${name},hardware\r\n`],
    ['no line end at its end', (name: string) => `${HEADER}${name},hardware`],
    ['quoted cells', (name: string) => `"name","asset_type"\n"${name}","hardware"\n`],
    ['columns in another order', (name: string) => `asset_type,name\nhardware,${name}\n`],
    ['semicolons', (name: string) => `name;asset_type\n${name};hardware\n`],
    ['tabs', (name: string) => `name\tasset_type\n${name}\thardware\n`],
    ['a line that names the delimiter', (name: string) => `sep=|\r\nname|asset_type\r\n${name}|hardware\r\n`],
    ['white space around cells', (name: string) => ` name , "asset_type" \n ${name} , "hardware "\n`],
    ['delimiters behind the last cell', (name: string) => `name,asset_type,,\n${name},hardware,,\n,,,\n`],
    ['delimiters behind the last cell of a row', (name: string) => `${HEADER}${name},hardware,,\n`],
  ])('accepts a file with %s', async (_what, csvOf) => {
    const system = await newSystem();
    const name = unique('RTU');
    expect((await load(system, csvOf(name))).body).toEqual(result(1));
    expect(await namesOf(system)).toEqual([name]);
  });

  it('reads commas, quotes, formulas and other scripts in names unchanged', async () => {
    const system = await newSystem();
    const id = randomUUID();
    const names = [`tool, "7" ${id}`, `=1+1 ${id}`, `変電所 🔌 ${id}`, `__proto__ ${id}`, `'x ${id}`];
    const rows = names.map((name) => `"${name.replaceAll('"', '""')}",software\n`).join('');
    expect((await load(system, HEADER + rows)).body).toEqual(result(5));
    expect(await namesOf(system)).toEqual(names);
  });

  it.each(['Battery; -48 V', 'RTU 5, +24 V rail', "'=x", "''-x", '＝1', 'x;"＠y', "Pump 'A'; -1"])(
    'restores %j from its export, and creates it once',
    async (text) => {
      const own = await create(send, '/facilities', { name: unique('Own') });
      const fields = { name: unique('SCADA'), impact_rating: 'high', facility_id: own.id };
      const system = await create(send, '/cyber-systems', fields);
      const name = `${text} ${randomUUID()}`;
      const body = { name, cyber_system_id: system.id, asset_type: 'hardware' };
      const asset = await create(send, '/cyber-assets', body);
      const { text: file } = await send('GET', `/facilities/${own.id}/cyber-assets/export`);
      expect((await load(system.id, file)).body).toMatchObject({ created: 0, refused: 1 });
      await send('DELETE', `/cyber-assets/${asset.id}`);
      expect((await load(system.id, file)).body).toEqual(result(1));
      expect(await namesOf(system.id)).toEqual([name]);
    },
  );

  it('accepts the columns of an export and ignores the others: an export is importable', async () => {
    const own = await create(send, '/facilities', { name: unique('Own') });
    const system = await create(send, '/cyber-systems', {
      name: unique('SCADA'),
      impact_rating: 'high',
      facility_id: own.id,
    });
    await load(system.id, `${HEADER}${unique('a')},hardware\n${unique('b')},software\n`);
    const { text } = await send('GET', `/facilities/${own.id}/cyber-assets/export`);
    for (const { id } of await assetsOf(system.id)) await send('DELETE', `/cyber-assets/${id}`);
    const again = await load(system.id, text.replaceAll('"high"', '"low"'));
    expect([again.status, again.body]).toEqual([201, result(2)]);
    expect((await assetsOf(system.id)).map(({ impact_rating }) => impact_rating)).toEqual(['high', 'high']);
  });

  it('accepts the columns of the export of a control center', async () => {
    const columns = 'name,asset_type,control_center_id,control_center_name';
    const reply = await load(await newSystem(), `${columns}\n${unique('a')},hardware,cc_x,Center\n`);
    expect([reply.status, reply.body]).toEqual([201, result(1)]);
  });

  it('rejects a row with the cyber_system_id of another system', async () => {
    const [system, other] = [await newSystem(), await newSystem()];
    const rows = [`${unique('a')},hardware,${other}`, `${unique('b')},hardware,${system}`];
    const csv = `name,asset_type,cyber_system_id\n${rows.join('\n')}\n`;
    expect((await load(system, csv)).body).toEqual(result(1, [fault(2, 'cyber_system_id')]));
    expect(await assetsOf(other)).toEqual([]);
  });

  it.each([
    ['without asset_type', 'name\nRTU-x\n'],
    ['without name', 'asset_type\nhardware\n'],
    ['with an unknown column', 'name,asset_type,serial\nRTU-x,hardware,7\n'],
    ['with the name of a column in another case', 'Name,asset_type\nRTU-x,hardware\n'],
    ['with only the header row', HEADER],
    ['with only faulty rows', `${HEADER}RTU-x,switch\n,hardware\n`],
    ['with an open quote', `${HEADER}"RTU-x,hardware\n`],
    ['separated by bars', 'name|asset_type\nRTU-x|hardware\n'],
    ['of random bytes', 'PK\u0003\u0004\u0000\u0000'],
    ['with a column named __proto__', 'name,asset_type,__proto__\nRTU-x,hardware,x\n'],
  ])('returns 400 validation_error for a file %s, and changes nothing', async (_what, csv) => {
    const system = await newSystem();
    expect(outcome(await load(system, csv))).toEqual([400, 'validation_error']);
    expect(await assetsOf(system)).toEqual([]);
  });

  it.each([
    ['a duplicate', 'name,asset_type,name', 'has twice the column name'],
    ['an unknown', 'name,asset_type,serial', 'has the unknown column serial'],
    ['no', 'name', 'has no column asset_type'],
  ])('lists the columns found and expected for a file with %s column', async (_what, header, message) => {
    const { body } = await load(await newSystem(), `${header}\n`);
    const separated = header.includes(',') ? ' (separated by a comma)' : '';
    const found = `; found: ${header.replaceAll(',', ', ')}${separated}; required: name, asset_type; also allowed: cyber_system_id,`;
    expect(body.details[0].message).toContain(message + found);
  });

  it('returns 400 for a file that is not UTF-8, and changes nothing', async () => {
    const system = await newSystem();
    const bytes = new Uint8Array([...Buffer.from(`${HEADER}RTU-`), 0xe4, ...Buffer.from(',hardware\n')]);
    expect((await load(system, bytes)).status).toBe(400);
    expect(await assetsOf(system)).toEqual([]);
  });

  it('returns 201 for a file without a name, 400 for the name of a file alone, and 415 for another type', async () => {
    const path = `/cyber-systems/${await newSystem()}/cyber-assets/import`;
    const plain = new FormData();
    plain.append('file', `${HEADER}RTU,hardware\n`);
    expect((await send('POST', path, { body: plain })).status).toBe(201);
    const name = new FormData();
    name.append('file', 'assets.csv');
    const reply = await send('POST', path, { body: name });
    expect([outcome(reply), faultyFields(reply)]).toEqual([[400, 'validation_error'], ['file']]);
    const json = formOf(`${HEADER}RTU,hardware\n`, 'application/json');
    expect(outcome(await send('POST', path, { body: json }))).toEqual([415, 'unsupported_media_type']);
  });

  const rowsOf = (type: string, count: number) => {
    const id = randomUUID();
    return Array.from({ length: count }, (_, index) => `${type}-${index}-${id},${type}\n`).join('');
  };

  it('imports 3,000 rows, and reports 1,000 faulty ones', async () => {
    const system = await newSystem();
    const csv = HEADER + rowsOf('hardware', 3000) + rowsOf('switch', 1000);
    const { status, body } = await load(system, csv);
    expect([status, body.created, body.refused]).toEqual([201, 3000, 1000]);
    expect(body.errors.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 1000 }, (_, index) => 3002 + index),
    );
    expect((await assetsOf(system)).length).toBe(3000);
  });

  it.each([
    ['20,001 rows', HEADER + rowsOf('hardware', 20_001), 'has more than 20,000 rows'],
    ['20,001 lines of empty cells', HEADER + ',\n'.repeat(20_001), 'has more than 20,000 rows'],
    ['1,001 faulty rows', HEADER + rowsOf('hardware', 5) + rowsOf('switch', 1001), 'the first: line 7'],
    ['1,001 rows that are no CSV', `${HEADER}${'a"b,c\n'.repeat(1001)}`, 'has more than 1,000 faulty rows'],
    ['1,001 names that are taken', `${HEADER}x,hardware\n${'X,software\n'.repeat(1001)}`, 'line 3 name'],
  ])('returns 400 for a file with %s, says so, and changes nothing', async (_what, csv, message) => {
    const system = await newSystem();
    const reply = await load(system, csv);
    expect([reply.status, faultyFields(reply)]).toEqual([400, ['file']]);
    expect(reply.body.message).toContain(message);
    expect(await assetsOf(system)).toEqual([]);
  });

  it('creates one asset when 12 imports of one file run at once', async () => {
    const system = await newSystem();
    const csv = `${HEADER}${unique('RTU')},hardware\n`;
    const replies = await Promise.all(Array.from({ length: 12 }, () => load(system, csv)));
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(replies.reduce((sum, { body }) => sum + body.created, 0)).toBe(1);
    expect(await assetsOf(system)).toHaveLength(1);
  });

  it('replays the first response for a repeated key, and returns 422 for another file', async () => {
    const system = await newSystem();
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/cyber-systems/${system}/cyber-assets/import`;
    const post = (csv: string) => {
      // Each form of FormData has its own boundary, so the retry sends the same bytes by hand.
      const head = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv';
      const body = `--b\r\n${head}\r\n\r\n${csv}\r\n--b--\r\n`;
      return send('POST', path, {
        body,
        headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
      });
    };
    const name = unique('RTU');
    const first = await post(`${HEADER}${name},hardware\n`);
    const again = await post(`${HEADER}${name},hardware\n`);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ]);
    const other = await post(`${HEADER}${name},software\n`);
    expect(outcome(other)).toEqual([422, 'idempotency_mismatch']);
    expect(await assetsOf(system)).toEqual([expect.objectContaining({ name, asset_type: 'hardware' })]);
  });

  it('replays the first response when the same file arrives in a form with another boundary', async () => {
    const system = await newSystem();
    const headers = { 'Idempotency-Key': randomUUID() };
    const csv = `${HEADER}${unique('RTU')},hardware\n`;
    const first = await load(system, csv, headers);
    const again = await load(system, csv, headers);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ]);
  });

  it.each(unknownIds('cs'))('returns 404 not_found for the system %j', async (id) => {
    expect(outcome(await load(id, `${HEADER}RTU,hardware\n`))).toEqual([404, 'not_found']);
  });
});
