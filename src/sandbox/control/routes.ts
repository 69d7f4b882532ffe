// The control interface: the worlds of a sandbox. It is no part of the contract.
import { Readable } from 'node:stream';
import { type RequestHandler, Router } from 'express';
import { requestOrigin } from '../../api/cross-origin';
import { ApiError, notFound } from '../../errors';
import { bodyOf, readJson } from './bodies';
import type { Faults } from './faults';
import { type ControlAccess, controlAccess } from './guard';
import { harOf } from './har';
import type { Recording } from './recording';
import type { Worlds } from './worlds';

export interface Control {
  worlds: Worlds;
  faults: Faults;
  recording: Recording;
  /** Returns the version of the contract. */
  version: () => string;
  access: ControlAccess;
}

type Methods = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', RequestHandler<{ id: string }>>>;

const WORLDS = '/sandbox/worlds';

export function createControlRoutes({ worlds, faults, recording, version, access }: Control): Router {
  const paths: Record<string, Methods> = {
    [WORLDS]: {
      get: async (_request, response) => void response.json(await worlds.list()),
      post: async (request, response) => {
        const world = await worlds.create(bodyOf('world', request));
        response.status(201).location(`${WORLDS}/${world.id}`).json(world);
      },
    },
    [`${WORLDS}/:id`]: {
      get: async ({ params }, response) => void response.json(await worlds.get(params.id)),
      patch: async (request, response) =>
        void response.json(await worlds.move(request.params.id, bodyOf('clock', request))),
      delete: async ({ params }, response) => {
        await recording.close(); // what is stored later would outlive the world
        await worlds.delete(params.id);
        faults.set(params.id, []);
        response.status(204).end();
      },
    },
    [`${WORLDS}/:id/reset`]: {
      post: async ({ params }, response) => {
        const world = await worlds.reset(params.id);
        faults.set(params.id, []);
        response.json(world);
      },
    },
    [`${WORLDS}/:id/calls`]: {
      get: async (request, response) => {
        const { id } = request.params;
        const start = { id, ...(await worlds.originOf(id)) };
        const origin = requestOrigin(request);
        response.type('json').attachment(`${id}.har`);
        const text = harOf(recording.calls(id), { origin, version: version(), start });
        const stream = Readable.from(text).once('error', (error) => response.destroy(error));
        response.once('close', () => stream.destroy());
        stream.pipe(response);
      },
      delete: async ({ params }, response) => {
        await recording.clear((await worlds.get(params.id)).id);
        response.status(204).end();
      },
    },
    [`${WORLDS}/:id/faults`]: {
      get: async ({ params }, response) => {
        await worlds.get(params.id);
        response.json(faults.of(params.id));
      },
      put: async (request, response) => {
        const { id } = await worlds.get(request.params.id);
        faults.set(id, bodyOf('faults', request));
        response.json(faults.of(id));
      },
    },
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(WORLDS, controlAccess(access), readJson);
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
