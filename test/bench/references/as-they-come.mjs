// Reference: openapi-backend, Knex and Express
// as their READMEs show them, with the same contract and database.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import express from 'express';
import knexFactory from 'knex';
import { OpenAPIBackend } from 'openapi-backend';

const { PORT, DATABASE } = process.env;
const require = createRequire(import.meta.url);
const knex = knexFactory({ client: 'sqlite3', connection: { filename: DATABASE }, useNullAsDefault: true });

const assets = (organization) =>
  knex('cyber_assets as a')
    .join('cyber_systems as s', (on) =>
      on.on('s.organization_id', 'a.organization_id').on('s.id', 'a.cyber_system_id'),
    )
    .where('a.organization_id', organization)
    .select(
      'a.id',
      'a.name',
      'a.cyber_system_id',
      'a.asset_type',
      's.impact_rating',
      'a.created_at',
      'a.updated_at',
    );

const present = (organization) => (row) => ({ ...row, organization_slug: organization.slug });

const api = new OpenAPIBackend({
  definition: require('../../../generated/openapi.json'),
  quick: true,
  handlers: {
    getCyberAssets: async (context, _request, response) => {
      const organization = context.security.ApiKey;
      const rows = await assets(organization.id).orderBy('a.id');
      return response.json(rows.map(present(organization)));
    },
    getCyberAsset: async (context, _request, response) => {
      const organization = context.security.ApiKey;
      const row = await assets(organization.id).where('a.id', context.request.params.id).first();
      return row
        ? response.json(present(organization)(row))
        : response.status(404).json({ error: 'not_found', message: 'Not found.' });
    },
    notFound: (_context, _request, response) =>
      response.status(404).json({ error: 'not_found', message: 'Not found.' }),
    validationFail: (context, _request, response) =>
      response.status(400).json({ error: 'validation_error', message: String(context.validation.errors) }),
    unauthorizedHandler: (_context, _request, response) =>
      response.status(401).json({ error: 'unauthorized', message: 'No valid key.' }),
  },
  securityHandlers: {
    ApiKey: async (context) => {
      const digest = createHash('sha256').update(String(context.request.headers['x-api-key'])).digest('hex');
      return knex('api_keys as k')
        .join('organizations as o', 'o.id', 'k.organization_id')
        .where('k.digest', digest)
        .whereNull('k.revoked_at')
        .where('k.expires_at', '>', new Date().toISOString())
        .first('o.id', 'o.slug');
    },
  },
});
await api.init();

const app = express();
app.use(express.json());
app.use((request, response) => api.handleRequest(request, request, response));
app.listen(Number(PORT), '127.0.0.1');
