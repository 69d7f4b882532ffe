// Tests that a stored value of any size is masked and keeps its other content.
import { maskJson } from '../../src/base/secrets/mask-body';

const SECRET = 'hunter-7431907431';
const many = Array.from({ length: 9000 }, (_, index) => ({ title: `Section ${index}` }));
const masked = async (value: unknown): Promise<unknown> => JSON.parse(await maskJson(value)) as unknown;

it('masks the secrets of a value with too many names, and keeps all others', async () => {
  const value = { id: 5, many, password: [SECRET], note: `token=${SECRET}`, cik_7431907431: null };
  expect(await masked(value)).toEqual({
    ...{ id: 5, many, password: '****', note: 'token=****' },
    'cik_****': null,
  });
});

it('masks a record that is a long text of JSON, which stays a text of JSON', async () => {
  const { record } = (await masked({ id: 'a', record: JSON.stringify({ many, secret: SECRET }) })) as {
    record: string;
  };
  expect(JSON.parse(record)).toEqual({ many, secret: '****' });
});

it('masks a pair of a name and a value with too many names', async () => {
  expect(await masked({ many, name: 'Authorization', value: SECRET })).toEqual({
    ...{ many, name: 'Authorization', value: '****' },
  });
});

it('masks a text with too many names as a whole', async () => {
  expect(await masked({ id: 'a', content: 'password: x\n'.repeat(9000) })).toEqual({
    id: 'a',
    content: '****',
  });
});
