// The control interface: the worlds of a sandbox. It is no part of the contract.
import { Readable } from 'node:stream';
import { type RequestHandler, type Response, Router } from 'express';
import { requestOrigin } from '../../server/api/cross-origin';
import { WORK_DONE } from '../../server/api/response';
import { ApiError, notFound } from '../../base/errors';
import { readJson } from './bodies';
import type { Control } from './control';
import { WORLDS } from './guard';
import { toPieces } from './har';
import { computeTag } from './records';

type Handler = RequestHandler<Record<'id' | 'part' | 'record', string>>;
type Methods = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Handler>>;

/** Sends a result as JSON, and 204 for none. */
export const json =
  (
    work: (request: Parameters<Handler>[0]) => object | void | Promise<object | void>,
    status = 200,
  ): Handler =>
  async (request, response) => {
    const result = await work(request);
    if (result === undefined) response.status(204).end();
    else response.status(status).json(result);
  };

const sendTagged = (response: Response, record: object): void =>
  void response.set('ETag', computeTag(record)).json(record);

/** Sends a text at the pace of the client. */
function sendPieces(response: Response, pieces: AsyncGenerator<string>): void {
  response.emit(WORK_DONE);
  const stream = Readable.from(pieces).once('error', (error) => response.destroy(error));
  response.once('close', () => stream.destroy());
  stream.pipe(response);
}

const indented = (record: object): string =>
  `    ${JSON.stringify(record, null, 2).replaceAll('\n', '\n    ')}`;

export function createControlRoutes(control: Control): Router {
  const paths: Record<string, Methods> = {
    [WORLDS]: {
      get: json(() => control.list()),
      post: async (request, response) => {
        const world = await control.create(request.body);
        response.status(201).location(`${WORLDS}/${world.id}`).json(world);
      },
    },
    [`${WORLDS}/:id`]: {
      get: json(({ params }) => control.get(params.id)),
      patch: json(({ params, body }) => control.move(params.id, body)),
      delete: json(({ params }) => control.delete(params.id)),
    },
    [`${WORLDS}/:id/reset`]: { post: json(({ params }) => control.reset(params.id)) },
    [`${WORLDS}/:id/calls`]: {
      get: async (request, response) => {
        const { id } = request.params;
        const text = await control.calls(id, requestOrigin(request));
        response.type('json').attachment(`${id}.har`);
        sendPieces(response, text);
      },
      delete: json(({ params }) => control.clearCalls(params.id)),
    },
    [`${WORLDS}/:id/keys`]: {
      get: json(({ params }) => control.keys(params.id)),
      post: json(({ params, body }) => control.createKey(params.id, body), 201),
    },
    [`${WORLDS}/:id/keys/:part`]: { delete: json(({ params }) => control.deleteKey(params.id, params.part)) },
    [`${WORLDS}/:id/records`]: {
      get: async ({ params }, response) => {
        const seed = await control.seed(params.id);
        response.type('json').attachment(`${params.id}.json`);
        sendPieces(response, toPieces(seed, indented));
      },
    },
    [`${WORLDS}/:id/records/:part/:record`]: {
      get: async ({ params: { id, part, record } }, response) =>
        sendTagged(response, await control.record(id, part, record)),
      put: async ({ params: { id, part, record }, body, headers }, response) =>
        sendTagged(response, await control.setRecord(id, part, record, body, headers['if-match'])),
    },
    [`${WORLDS}/:id/versions/:part/:record`]: {
      get: async ({ params: { id, part, record } }, response) =>
        void response.type('text/markdown').send(await control.versionText(id, part, record)),
    },
    [`${WORLDS}/:id/files/:part`]: {
      get: async ({ params: { id, part } }, response) => {
        const { fileName, mediaType, content } = await control.file(id, part);
        response.attachment(fileName).setHeader('Content-Type', mediaType);
        response.send(content);
      },
    },
    [`${WORLDS}/:id/faults`]: {
      get: json(({ params }) => control.faults(params.id)),
      put: json(({ params, body }) => control.setFaults(params.id, body)),
    },
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(WORLDS, readJson);
  for (const [path, methods] of Object.entries(paths)) {
    const route = router.route(path);
    for (const [method, handle] of Object.entries(methods)) route[method as keyof Methods](handle);
    const allow = Object.keys(methods).join(', ').toUpperCase();
    route.all(() => {
      throw new ApiError('method_not_allowed', `Use ${allow}.`, { headers: { Allow: allow } });
    });
  }
  router.use(WORLDS, () => {
    throw notFound();
  });
  return router;
}
