// Tests that each text of a JSON body rejects control characters, and that long texts accept line breaks and tabs.
import { contractDocument } from '../../src/contract/document';
import { bodySchema, createRecordModel } from '../../src/contract/record-model';
import { operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const model = createRecordModel(contractDocument);
const LONG = 2000;

interface Text {
  operationId: string;
  method: string;
  path: string;
  field: string;
  isLong: boolean;
  body: Record<string, unknown>;
}

const TEXTS = operations.flatMap(({ requestBody, ...operation }): Text[] => {
  const { operationId, method, path, parameters } = operation;
  const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
  const filled = parameters
    .filter(({ in: place }) => place === 'path')
    .reduce(
      (text, { name, examples: named }) => text.replace(`{${name}}`, String(Object.values(named!)[0]!.value)),
      path,
    );
  const { properties } = model.shapeOf(bodySchema({ ...operation, requestBody: requestBody! }));
  return Object.entries(properties).flatMap(([field, schema]): Text[] => {
    const format = String(model.keyword(schema, 'format'));
    const example = examples.find(({ value }) => field in (value as object)) ?? examples[0];
    const isWritten = model.keyword(schema, 'readOnly') !== true;
    if (!['single-line-text', 'multi-line-text'].includes(format) || !example || !isWritten) return [];
    const isLong = Number(model.keyword(schema, 'maxLength')) >= LONG;
    const body = example.value as Record<string, unknown>;
    return [{ operationId, method, path: filled, field, isLong, body }];
  });
});

const fieldsOf = (body: { details?: { field: string }[] } | undefined) =>
  (body?.details ?? []).map(({ field }) => field);

test.each(TEXTS)('$operationId returns 400 for a control character in $field', async (text) => {
  const { method, path, field, isLong, body } = text;
  const controls = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', ...(isLong ? [] : ['\n', '\t'])];
  for (const control of controls) {
    const reply = await sandbox.client(method, path, { body: { ...body, [field]: `a${control}b` } });
    expect([reply.status, reply.body.error, fieldsOf(reply.body)]).toEqual([
      400,
      'validation_error',
      [field],
    ]);
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    expect(reply.body.details[0].message).toMatch(
      new RegExp(`^has an? [a-zA-Z ]+ \\(U\\+${code}\\) at position 2; remove it$`),
    );
  }
});

test.each(TEXTS.filter(({ isLong }) => isLong))(
  '$operationId accepts line breaks and tabs in $field',
  async ({ method, path, field, body }) => {
    const reply = await sandbox.client(method, path, { body: { ...body, [field]: 'a\r\n\tb' } });
    expect(fieldsOf(reply.body)).not.toContain(field);
  },
);

test('covers texts of 20 operations', () => {
  expect(new Set(TEXTS.map(({ operationId }) => operationId)).size).toBeGreaterThanOrEqual(20);
});
