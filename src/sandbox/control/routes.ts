// The control interface: the worlds of a sandbox. It is no part of the contract.
import { Readable } from 'node:stream';
import { type RequestHandler, Router } from 'express';
import { requestOrigin } from '../../server/api/cross-origin';
import { WORK_DONE } from '../../server/api/response';
import { ApiError, notFound } from '../../base/errors';
import { readJson } from './bodies';
import type { Control } from './control';

type Methods = Partial<
  Record<
    'get' | 'post' | 'put' | 'patch' | 'delete',
    RequestHandler<Record<'id' | 'part' | 'record', string>>
  >
>;

const WORLDS = '/sandbox/worlds';

export function createControlRoutes(control: Control): Router {
  const paths: Record<string, Methods> = {
    [WORLDS]: {
      get: async (_request, response) => void response.json(await control.list()),
      post: async (request, response) => {
        const world = await control.create(request.body);
        response.status(201).location(`${WORLDS}/${world.id}`).json(world);
      },
    },
    [`${WORLDS}/:id`]: {
      get: async ({ params }, response) => void response.json(await control.get(params.id)),
      patch: async (request, response) =>
        void response.json(await control.move(request.params.id, request.body)),
      delete: async ({ params }, response) => {
        await control.delete(params.id);
        response.status(204).end();
      },
    },
    [`${WORLDS}/:id/reset`]: {
      post: async ({ params }, response) => void response.json(await control.reset(params.id)),
    },
    [`${WORLDS}/:id/calls`]: {
      get: async (request, response) => {
        const { id } = request.params;
        const text = await control.calls(id, requestOrigin(request));
        response.type('json').attachment(`${id}.har`);
        response.emit(WORK_DONE); // The client sets the pace.
        const stream = Readable.from(text).once('error', (error) => response.destroy(error));
        response.once('close', () => stream.destroy());
        stream.pipe(response);
      },
      delete: async ({ params }, response) => {
        await control.clearCalls(params.id);
        response.status(204).end();
      },
    },
    [`${WORLDS}/:id/keys`]: {
      get: async ({ params }, response) => void response.json(await control.keys(params.id)),
      post: async (request, response) =>
        void response.status(201).json(await control.createKey(request.params.id, request.body)),
    },
    [`${WORLDS}/:id/keys/:part`]: {
      delete: async ({ params }, response) => {
        await control.deleteKey(params.id, params.part);
        response.status(204).end();
      },
    },
    [`${WORLDS}/:id/records`]: {
      get: async ({ params }, response) => {
        const seed = await control.seed(params.id);
        response.type('json').attachment(`${params.id}.json`);
        response.send(`${JSON.stringify(seed, null, 2)}\n`);
      },
    },
    [`${WORLDS}/:id/records/:part/:record`]: {
      get: async ({ params: { id, part, record } }, response) =>
        void response.json(await control.record(id, part, record)),
      put: async ({ params: { id, part, record }, body }, response) =>
        void response.json(await control.setRecord(id, part, record, body)),
    },
    [`${WORLDS}/:id/versions/:part/:record`]: {
      get: async ({ params: { id, part, record } }, response) =>
        void response.type('text/markdown').send(await control.versionText(id, part, record)),
    },
    [`${WORLDS}/:id/faults`]: {
      get: async ({ params }, response) => void response.json(await control.faults(params.id)),
      put: async (request, response) =>
        void response.json(await control.setFaults(request.params.id, request.body)),
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
