// The HTTP server of the node:http references: checks a key in memory and routes requests to a store.
import { createServer } from 'node:http';

const { PORT, KEY } = process.env;

function answer(response, status, body, headers = {}) {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  response
    .writeHead(status, {
      ...headers,
      ...(bytes > 0 ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      'Content-Length': bytes,
    })
    .end(body);
}

const refuse = (response, status, error) =>
  answer(response, status, JSON.stringify({ error, message: 'Refused.' }));

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

/**
 * `store` has list(), get(id), create(fields), update(id, fields) and remove(id). They return JSON texts, or
 * undefined for a missing asset.
 */
export function serve(store) {
  async function handle(request, response) {
    if (request.headers['x-api-key'] !== KEY) return refuse(response, 401, 'unauthorized');
    const [, collection, id] = request.url.split('/');
    if (collection !== 'cyber-assets') return refuse(response, 404, 'not_found');
    if (id === undefined) {
      if (request.method === 'GET') return answer(response, 200, await store.list());
      const created = await store.create(await bodyOf(request));
      return answer(response, 201, created.body, { Location: `/cyber-assets/${created.id}` });
    }
    if (request.method === 'DELETE')
      return (await store.remove(id)) ? answer(response, 204) : refuse(response, 404, 'not_found');
    const asset =
      request.method === 'PATCH' ? await store.update(id, await bodyOf(request)) : await store.get(id);
    return asset === undefined ? refuse(response, 404, 'not_found') : answer(response, 200, asset);
  }
  createServer((request, response) => {
    handle(request, response).catch((error) => refuse(response, 500, String(error)));
  }).listen(Number(PORT), '127.0.0.1');
}
