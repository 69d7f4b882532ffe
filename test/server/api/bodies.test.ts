// What the answer to a bad body says, so that its caller can correct it. Which bodies are bad is in
// test/bad-input/bodies.test.ts.
import { newAsset } from '../../support/assets';
import { UNKNOWN } from '../../bad-input/bad-fields';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe.each([
  ['createCyberAsset', 'POST', '/cyber-assets'],
  ['updateCyberAsset', 'PATCH', '/cyber-assets/ca_cedar_rtu'],
])('a body of %s', (_operation, method, path) => {
  const send = (body: unknown) => test.client(method, path, { body });

  it.each(UNKNOWN)(
    'returns 400 for the unknown field %s, saying that %s may be meant',
    async (field, means) => {
      const { [means]: value, ...others } = newAsset();
      const { status, body } = await send({ ...others, [field]: value });
      expect([status, body.error]).toEqual([400, 'validation_error']);
      expect(body.message).toContain(`${field} is not a known field`);
      expect(body.message).toContain(`did you mean ${means}?`);
      expect(body.details).toContainEqual({ field, message: expect.stringContaining(means) });
    },
  );

  it('returns 400 for an unknown asset type, and lists the valid types', async () => {
    const { status, body } = await send(newAsset({ asset_type: 'firmware' }));
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(body.message).toMatch(/hardware.*software/);
  });
});
