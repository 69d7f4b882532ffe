// Reference: bare node:http, with the key in memory. The database builds the JSON.
import { createServer } from 'node:http';

const { PORT, KEY, DATABASE } = process.env;
const { openStore } = await import(
  DATABASE.startsWith('postgres:') ? './postgres-store.mjs' : './sqlite-store.mjs'
);
const store = await openStore(DATABASE, { asJson: true });

function respond(response, status, body, headers = {}) {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  response
    .writeHead(status, {
      ...headers,
      ...(bytes > 0 ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
      'Content-Length': bytes,
    })
    .end(body);
}

const reject = (response, status, error) =>
  respond(response, status, JSON.stringify({ error, message: 'Rejected.' }));

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function handle(request, response) {
  if (request.headers['x-api-key'] !== KEY) return reject(response, 401, 'unauthorized');
  const [, collection, id] = request.url.split('/');
  if (collection !== 'cyber-assets') return reject(response, 404, 'not_found');
  if (id === undefined) {
    if (request.method === 'GET') return respond(response, 200, await store.list());
    const created = await store.create(await bodyOf(request));
    return respond(response, 201, created.body, { Location: `/cyber-assets/${created.id}` });
  }
  if (request.method === 'DELETE')
    return (await store.remove(id)) ? respond(response, 204) : reject(response, 404, 'not_found');
  const asset =
    request.method === 'PATCH' ? await store.update(id, await bodyOf(request)) : await store.get(id);
  return asset === undefined ? reject(response, 404, 'not_found') : respond(response, 200, asset);
}

createServer((request, response) => {
  handle(request, response).catch((error) => reject(response, 500, String(error)));
}).listen(Number(PORT), '127.0.0.1');
