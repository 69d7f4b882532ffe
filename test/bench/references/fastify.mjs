// Reference: fastify with sqlite3 and prepared statements. Its ajv validates requests against schemas, which also
// serialize the responses. The key is in memory.
import { loadPeer } from './load-peer.mjs';
import { openStore } from './sqlite-store.mjs';

const { PORT, DATABASE, KEY } = process.env;
const { default: fastify } = await loadPeer('fastify');
const store = await openStore(DATABASE, { asJson: false });

const text = { type: 'string' };
const textOf = (maxLength) => ({ type: 'string', minLength: 1, maxLength });
const type = { type: 'string', enum: ['hardware', 'software'] };
const fields = { name: textOf(200), cyber_system_id: textOf(80), asset_type: type };
const asset = {
  type: 'object',
  properties: {
    id: text,
    ...fields,
    impact_rating: text,
    created_at: text,
    updated_at: text,
    organization_slug: text,
  },
};
const params = { type: 'object', properties: { id: textOf(80) } };
const body = { type: 'object', properties: fields, additionalProperties: false };

const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  if (request.headers['x-api-key'] !== KEY)
    return reply.code(401).send({ error: 'unauthorized', message: 'No valid key.' });
});
const send = (reply, found) => found ?? reply.code(404).send({ error: 'not_found', message: 'Not found.' });

app.get('/cyber-assets', { schema: { response: { 200: { type: 'array', items: asset } } } }, () =>
  store.list(),
);
app.get('/cyber-assets/:id', { schema: { params, response: { 200: asset } } }, async (request, reply) =>
  send(reply, await store.get(request.params.id)),
);
app.post(
  '/cyber-assets',
  { schema: { body: { ...body, required: Object.keys(fields) }, response: { 201: asset } } },
  async (request, reply) => {
    const created = await store.create(request.body);
    return reply.code(201).header('Location', `/cyber-assets/${created.id}`).send(created.body);
  },
);
app.patch(
  '/cyber-assets/:id',
  { schema: { params, body, response: { 200: asset } } },
  async (request, reply) => send(reply, await store.update(request.params.id, request.body)),
);
app.delete('/cyber-assets/:id', { schema: { params } }, async (request, reply) =>
  (await store.remove(request.params.id)) ? reply.code(204).send() : send(reply),
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
