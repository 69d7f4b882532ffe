// What is asked of a server: each makes the work of one load, with the status and the least size that every answer must have.
const LIST = '/cyber-assets';
const ASSET_BYTES = 200;
const HEAD_BYTES = 50;

const json = { 'content-type': 'application/json' };

// A prime step, so that neighbors in time are no neighbors in the database. Each organization has assets of the same ids.
const spread =
  ({ assets, assetId, keys }) =>
  (n) =>
    `${LIST}/${assetId((Math.floor(n / keys.length) * 7919) % assets)}`;
/** Requests of all organizations in turn. */
const keyed =
  ({ keys }) =>
  (n, headers = {}) => ({ 'x-api-key': keys[n % keys.length], ...headers });

export function getOne(content) {
  const [path, headers] = [spread(content), keyed(content)];
  return {
    name: 'GET one asset',
    status: 200,
    least: ASSET_BYTES,
    request: (n) => ({ method: 'GET', path: path(n), headers: headers(n) }),
  };
}

export const getList = ({ key, assets }) => ({
  name: 'GET the list',
  status: 200,
  least: assets * ASSET_BYTES,
  warmUp: { amount: 32 }, // one for each connection: of a slow server it may be seconds before the first is there
  request: () => ({ method: 'GET', path: LIST, headers: { 'x-api-key': key } }),
});

/** `etag` is that of the list as it is. */
export const getUnchanged = ({ key }, etag) => ({
  name: 'GET the list, unchanged',
  status: 304,
  least: HEAD_BYTES,
  request: () => ({ method: 'GET', path: LIST, headers: { 'x-api-key': key, 'if-none-match': etag } }),
});

export function create(content) {
  const headers = keyed(content);
  let created = 0;
  return {
    name: 'POST',
    status: 201,
    least: ASSET_BYTES,
    request: (n) => ({
      method: 'POST',
      path: LIST,
      headers: headers(n, json),
      body: JSON.stringify({
        name: `NEW-RTU${created++}`,
        cyber_system_id: 'cs_bench7',
        asset_type: 'hardware',
      }),
    }),
  };
}

export function update(content) {
  const [path, headers] = [spread(content), keyed(content)];
  let changed = 0;
  return {
    name: 'PATCH',
    status: 200,
    least: ASSET_BYTES,
    request: (n) => ({
      method: 'PATCH',
      path: path(n),
      headers: headers(n, json),
      body: JSON.stringify({ asset_type: changed++ % 2 === 0 ? 'hardware' : 'software' }),
    }),
  };
}

/** Each asset can be deleted once: from the last one backwards. */
export function remove({ key, assets, assetId }) {
  let left = assets;
  return {
    name: 'DELETE',
    status: 204,
    least: HEAD_BYTES,
    request: () => ({ method: 'DELETE', path: `${LIST}/${assetId(--left)}`, headers: { 'x-api-key': key } }),
  };
}

/** A planned operation, in the demo world of the sandbox. */
export const TASK = {
  path: '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4',
  key: 'cik_test_CedarValleyPowerAndLightDemo010TfbS6',
};

export const getMock = () => ({
  name: 'Mock of a planned operation',
  status: 200,
  least: ASSET_BYTES,
  request: () => ({ method: 'GET', path: TASK.path, headers: { 'x-api-key': TASK.key } }),
});
