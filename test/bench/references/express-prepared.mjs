// Reference for GET of one asset: Express and prepared statements of sqlite3, with the key in memory and
// without a contract.
import express from 'express';
import { openSqlite } from './sqlite.mjs';

const { PORT, DATABASE, KEY } = process.env;
const database = openSqlite(DATABASE);
const organizations = new Map([[KEY, { id: await database.organizationOf('bench'), slug: 'bench' }]]);
const select = database.prepare(
  `select a.id, a.name, a.cyber_system_id, a.asset_type, s.impact_rating, a.created_at, a.updated_at,
     ? as organization_slug
   from cyber_assets a
   join cyber_systems s on s.organization_id = a.organization_id and s.id = a.cyber_system_id
   where a.organization_id = ? and a.id = ?`,
);

const app = express();
app.use((request, response, next) => {
  request.organization = organizations.get(request.headers['x-api-key']);
  if (!request.organization)
    return response.status(401).json({ error: 'unauthorized', message: 'No valid key.' });
  next();
});
app.get('/cyber-assets/:id', async (request, response) => {
  const { id, slug } = request.organization;
  const [asset] = await select.all(slug, id, request.params.id);
  if (!asset) return response.status(404).json({ error: 'not_found', message: 'Not found.' });
  response.json(asset);
});
app.listen(Number(PORT), '127.0.0.1');
