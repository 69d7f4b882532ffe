// A small document with shared components, inherited security, and available and planned operations.
import { compareContracts } from '../../src/review/compare/documents';
import { type ContractChange, type Edit, groupEdits } from '../../src/review/edits/edits';

// Tests change all parts of the document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Doc = any;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });
const errors = { 400: ref('responses', 'BadRequest'), 401: ref('responses', 'Unauthorized') };

const components = () => ({
  securitySchemes: {
    Key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    Bearer: { type: 'http', scheme: 'bearer' },
    OAuth: {
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: { read: '', write: '' } },
      },
    },
  },
  parameters: {
    Id: { name: 'id', in: 'path', required: true, schema: ref('schemas', 'AssetId'), example: 'ca_1' },
    Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
  },
  headers: {
    ETag: { required: true, schema: { type: 'string' } },
    RequestId: { schema: { type: 'string', maxLength: 64 } },
  },
  responses: {
    BadRequest: { description: 'Bad request', content: json(ref('schemas', 'Error')) },
    Unauthorized: { description: 'No key', content: json(ref('schemas', 'Error')) },
  },
  schemas: {
    AssetId: { type: 'string', pattern: '^ca_[0-9a-z]{26}$' },
    Error: {
      type: 'object',
      required: ['error', 'message'],
      properties: { error: { type: 'string' }, message: { type: 'string' } },
    },
    Rating: { type: 'string', enum: ['high', 'medium', 'low'] },
    Owner: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, phone: { type: ['string', 'null'] } },
    },
    Asset: {
      type: 'object',
      description: 'A device.',
      required: ['id', 'name', 'rating', 'owner'],
      properties: {
        id: ref('schemas', 'AssetId'),
        name: { type: 'string', minLength: 1, maxLength: 163 },
        rating: ref('schemas', 'Rating'),
        owner: ref('schemas', 'Owner'),
        notes: { type: ['string', 'null'] },
        count: { type: 'integer', minimum: 0, maximum: 100 },
        seenAt: { type: 'string', format: 'date-time' },
        tags: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        place: {
          oneOf: [ref('schemas', 'Building'), ref('schemas', 'Vehicle')],
          discriminator: { propertyName: 'kind' },
        },
        parent: ref('schemas', 'Asset'),
      },
    },
    Building: {
      type: 'object',
      required: ['kind', 'room'],
      properties: { kind: { const: 'building' }, room: { type: 'string' } },
    },
    Vehicle: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'vehicle' }, plate: { type: 'string' } },
    },
    CreateAsset: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 163 },
        rating: { $ref: '#/components/schemas/Rating', default: 'low' },
        notes: { type: ['string', 'null'] },
        count: { type: 'integer', minimum: 0, maximum: 100 },
        price: { type: 'number' },
        code: { type: 'string', pattern: '^[A-Z]+$' },
        email: { type: 'string', format: 'email' },
        tags: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        place: { oneOf: [ref('schemas', 'Building'), ref('schemas', 'Vehicle')] },
      },
    },
    ReportRequest: {
      type: 'object',
      additionalProperties: false,
      required: ['title'],
      properties: {
        title: { type: 'string', maxLength: 80 },
        format: { type: 'string', enum: ['pdf', 'csv'] },
      },
    },
    Report: {
      type: 'object',
      required: ['id', 'title'],
      properties: {
        id: { type: 'string' },
        title: { type: 'string' },
        state: { type: 'string', enum: ['queued', 'done'] },
      },
    },
  },
});

const paths = () => ({
  '/assets': {
    get: {
      operationId: 'listAssets',
      'x-availability': 'available',
      tags: ['Assets', 'Inventory'],
      summary: 'List assets',
      parameters: [
        ref('parameters', 'Limit'),
        { name: 'rating', in: 'query', schema: ref('schemas', 'Rating') },
        { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'Assets',
          headers: { ETag: ref('headers', 'ETag'), 'X-Request-Id': ref('headers', 'RequestId') },
          content: json({
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'array', items: ref('schemas', 'Asset') } },
          }),
        },
        ...errors,
      },
    },
    post: {
      operationId: 'createAsset',
      'x-availability': 'available',
      requestBody: { required: true, content: json(ref('schemas', 'CreateAsset')) },
      responses: {
        201: {
          description: 'Created',
          content: json({ type: 'object', required: ['id'], properties: { id: ref('schemas', 'AssetId') } }),
        },
        ...errors,
        409: ref('responses', 'BadRequest'),
      },
    },
  },
  '/assets/{id}': {
    parameters: [ref('parameters', 'Id')],
    delete: {
      operationId: 'deleteAsset',
      'x-availability': 'available',
      responses: { 204: { description: 'Deleted' }, ...errors },
    },
  },
  '/reports': {
    post: {
      operationId: 'createReport',
      'x-availability': 'planned',
      parameters: [{ name: 'dryRun', in: 'query', schema: { type: 'boolean', default: false } }],
      requestBody: { required: true, content: json(ref('schemas', 'ReportRequest')) },
      responses: { 202: { description: 'Accepted', content: json(ref('schemas', 'Report')) }, ...errors },
    },
  },
});

export const world = (): Doc => ({
  openapi: '3.1.0',
  info: { title: 'Assets', version: '1.0.0' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'api.example.com' } } }],
  security: [{ Key: [] }],
  tags: [{ name: 'Assets' }, { name: 'Inventory' }],
  paths: paths(),
  components: components(),
});

export const TODAY = '2026-06-15';
export const LIMITS = { today: TODAY, noticeDays: 90, maxMegabytes: 10 };

export const compare = (base: unknown, head: unknown): ContractChange[] =>
  compareContracts({ base, head }, LIMITS).changes;

const operationName = ({ operationId, method, path }: ContractChange['operation']): string =>
  operationId ?? (path === '' ? 'the document' : `${method.toUpperCase()} ${path}`);

/** Returns a change in the form of the expected lists. */
export const line = ({ level, rule, operation, where }: ContractChange): string =>
  `${level} ${rule} ${operationName(operation)} | ${where}`;

export interface Planted {
  name: string;
  /** A change that applies to both documents first. */
  before?: (document: Doc) => void;
  mutate: (document: Doc) => void;
  /** All changes that the comparison must report. */
  expected: string[];
}

export const changesOf = ({ before, mutate }: Pick<Planted, 'before' | 'mutate'>): ContractChange[] => {
  const [base, head] = [world(), world()];
  before?.(base);
  before?.(head);
  mutate(head);
  return compare(base, head);
};

/** Returns the edits with which a change turns the world into another one. */
export const editsAfter = ({ before, mutate }: Pick<Planted, 'before' | 'mutate'>): Edit[] => {
  const [base, head] = [world(), world()];
  before?.(base);
  before?.(head);
  mutate(head);
  const { changes, words } = compareContracts({ base, head }, LIMITS);
  return [...groupEdits(changes, { base, head }), ...words];
};

export const schemas = (document: Doc): Doc => document.components.schemas;
export const fields = (document: Doc, schema: string): Doc => document.components.schemas[schema].properties;
export const OPERATIONS: Record<string, [path: string, method: string]> = {
  listAssets: ['/assets', 'get'],
  createAsset: ['/assets', 'post'],
  deleteAsset: ['/assets/{id}', 'delete'],
  createReport: ['/reports', 'post'],
};
export const operation = (document: Doc, id: string): Doc =>
  document.paths[OPERATIONS[id]![0]][OPERATIONS[id]![1]];
