// The kinds of requests. Each function returns a work:
// its requests, and the status and minimum size of the responses.
const LIST = '/cyber-assets';
const ASSET_BYTES = 200;
const HEAD_BYTES = 50;

const json = { 'content-type': 'application/json' };

// A prime step, so that successive requests are not neighbors in the database. All organizations have the
// same asset ids.
const spread =
  ({ assets, assetId, keys }) =>
  (n) =>
    `${LIST}/${assetId((Math.floor(n / keys.length) * 7919) % assets)}`;
/** Uses the keys of all organizations in turn. */
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
  warmUp: { amount: 32 }, // one per connection, because a slow server may take seconds
  request: () => ({ method: 'GET', path: LIST, headers: { 'x-api-key': key } }),
});

/** `etag` is the current ETag of the list. */
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

/** Deletes each asset once, from the last to the first. */
export function remove({ key, assets, assetId }) {
  let left = assets;
  return {
    name: 'DELETE',
    status: 204,
    least: HEAD_BYTES,
    request: () => ({ method: 'DELETE', path: `${LIST}/${assetId(--left)}`, headers: { 'x-api-key': key } }),
  };
}

/** A planned operation with the demo data of the sandbox. */
export const TASK = {
  path: '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4',
  key: 'cik_test_CedarValleyPowerAndLightDemo010TfbS6',
};
const TASK_BYTES = 300;
const DEMO_TASKS = 6;
const taskHeaders = { 'x-api-key': TASK.key };

/** With a preference, the sandbox answers from the contract instead of its records. */
export const getMock = () => ({
  name: 'Mock of a planned operation',
  status: 200,
  least: ASSET_BYTES,
  request: () => ({ method: 'GET', path: TASK.path, headers: { ...taskHeaders, prefer: 'code=200' } }),
});

export const getTask = () => ({
  name: 'GET one task',
  status: 200,
  least: TASK_BYTES,
  request: () => ({ method: 'GET', path: TASK.path, headers: taskHeaders }),
});

export const getTasks = () => ({
  name: 'GET the tasks',
  status: 200,
  least: DEMO_TASKS * TASK_BYTES,
  request: () => ({ method: 'GET', path: '/tasks', headers: taskHeaders }),
});

export const createTask = () => ({
  name: 'POST a task',
  status: 201,
  least: TASK_BYTES,
  request: (n) => ({
    method: 'POST',
    path: '/tasks',
    headers: { ...taskHeaders, ...json },
    body: JSON.stringify({
      title: `Review ${n}`,
      assigneeId: 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr',
      dueDate: '2030-04-22',
      recurrence: null,
    }),
  }),
});
