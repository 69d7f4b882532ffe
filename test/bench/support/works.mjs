// The kinds of requests. Each function returns a work for a content and, where needed, a side:
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
    status: 200,
    least: ASSET_BYTES,
    request: (n) => ({ method: 'GET', path: path(n), headers: headers(n) }),
  };
}

export const getList = ({ key, assets }) => ({
  status: 200,
  least: assets * ASSET_BYTES,
  request: () => ({ method: 'GET', path: LIST, headers: { 'x-api-key': key } }),
});

/** A list that the caller has. A side without entity tags sends it again. */
export async function getUnchanged(content, { url }) {
  const list = getList(content);
  const { path, headers } = list.request();
  const etag = (await fetch(url + path, { headers })).headers.get('etag');
  return {
    ...list,
    ...(etag && { status: 304, least: HEAD_BYTES }),
    request: () => ({ method: 'GET', path, headers: { ...headers, ...(etag && { 'if-none-match': etag }) } }),
  };
}

export function create(content) {
  const headers = keyed(content);
  let created = 0;
  return {
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
  const round = content.assets * content.keys.length;
  return {
    status: 200,
    least: ASSET_BYTES,
    // An equal change writes nothing: each round over all assets changes the type that the one before it wrote.
    request: (n) => ({
      method: 'PATCH',
      path: path(n),
      headers: headers(n, json),
      body: JSON.stringify({ asset_type: Math.floor(n / round) % 2 === 0 ? 'software' : 'hardware' }),
    }),
  };
}

/** Deletes each asset once, from the last to the first, of all organizations in turn. */
export function remove(content) {
  const headers = keyed(content);
  const { keys, assets, assetId } = content;
  return {
    status: 204,
    least: HEAD_BYTES,
    request: (n) => ({
      method: 'DELETE',
      path: `${LIST}/${assetId(assets - 1 - Math.floor(n / keys.length))}`,
      headers: headers(n),
    }),
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

export const getTask = () => ({
  status: 200,
  least: TASK_BYTES,
  request: () => ({ method: 'GET', path: TASK.path, headers: taskHeaders }),
});

export const getTasks = () => ({
  status: 200,
  least: DEMO_TASKS * TASK_BYTES,
  request: () => ({ method: 'GET', path: '/tasks', headers: taskHeaders }),
});

export const createTask = () => ({
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
