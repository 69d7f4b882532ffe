// Reference: Express with sqlite3 and prepared statements, with the key in memory and without a contract.
import express from 'express';
import { openStore } from './sqlite-store.mjs';

const { PORT, DATABASE, KEY } = process.env;
const store = await openStore(DATABASE, { asJson: false });

const app = express();
app.use((request, response, next) => {
  if (request.headers['x-api-key'] !== KEY)
    return response.status(401).json({ error: 'unauthorized', message: 'No valid key.' });
  next();
});
app.use(express.json());
const send = (response, asset) =>
  asset ? response.json(asset) : response.status(404).json({ error: 'not_found', message: 'Not found.' });
app.get('/cyber-assets', async (_request, response) => response.json(await store.list()));
app.get('/cyber-assets/:id', async (request, response) => send(response, await store.get(request.params.id)));
app.post('/cyber-assets', async (request, response) => {
  const { id, body } = await store.create(request.body);
  response.status(201).location(`/cyber-assets/${id}`).json(body);
});
app.patch('/cyber-assets/:id', async (request, response) =>
  send(response, await store.update(request.params.id, request.body)),
);
app.delete('/cyber-assets/:id', async (request, response) =>
  (await store.remove(request.params.id)) ? response.status(204).end() : send(response),
);
app.listen(Number(PORT), '127.0.0.1');
