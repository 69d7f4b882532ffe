// The commands of the control interface, for its HTTP routes and for programs that run the sandbox in their process.
import type { OrganizationId } from '../../base/organization';
import { validBody } from './bodies';
import type { FaultRule, Faults } from './faults';
import type { Files } from './files';
import type { OpenWorlds } from '../../server/records/open-worlds';
import { type StepChange, stepChanges } from '../../server/records/time';
import { toHar } from './har';
import { createWorldRecords } from './records';
import type { Recording } from './recording';
import type { KeyView, WorldKeys } from './world-keys';
import { type Worlds, type WorldView, toOrganization } from './worlds';

interface ControlParts {
  worlds: Worlds;
  openWorlds: OpenWorlds;
  keys: WorldKeys;
  faults: Faults;
  recording: Recording;
  files: Files;
}

/** The methods check their bodies. They throw ApiError `not_found` for an unknown world. */
export function createControl({ worlds, openWorlds, keys, faults, recording, files }: ControlParts) {
  const getId = async (id: string): Promise<OrganizationId> => (await worlds.get(id)).id;
  return {
    ...createWorldRecords(openWorlds, files, async (id) => toOrganization(await getId(id))),
    list: worlds.list,
    get: worlds.get,

    /** @throws ApiError `validation_error`, `conflict`, `invalid_reference`. */
    create: async (body: unknown): Promise<WorldView & { key: string }> =>
      worlds.create(validBody('world', body)),

    /** Also returns the changes of the step. @throws ApiError `validation_error`, `conflict` for an earlier time. */
    async move(id: string, body: unknown): Promise<WorldView & { changes: StepChange[] }> {
      const step = validBody('clock', body);
      const [from, world] = [(await worlds.get(id)).now, await worlds.move(id, step)];
      const outside = openWorlds.outside(toOrganization(world.id));
      return { ...world, changes: await stepChanges(outside, Date.parse(from), Date.parse(world.now)) };
    },

    /** Returns the records of a world, from which `create` makes an equal one. */
    seed: worlds.seedOf,

    async reset(id: string): Promise<WorldView> {
      const world = await worlds.reset(id);
      faults.set(id, []);
      recording.noteReset(id);
      return world;
    },

    async delete(id: string): Promise<void> {
      await worlds.delete(id);
      faults.set(id, []);
    },

    /** Returns the text of a HAR, in pieces. `origin` is that of the sandbox. */
    async calls(id: string, origin: string): Promise<AsyncGenerator<string>> {
      const began = await worlds.originOf(id);
      const [first] = await keys.list(await getId(id));
      const start = { id, key: first?.id, missing: await recording.missing(id), ...began };
      return toHar(recording.calls(id), { origin, start });
    },

    async clearCalls(id: string): Promise<void> {
      await recording.clear(await getId(id));
    },

    keys: async (id: string): Promise<KeyView[]> => keys.list(await getId(id)),

    /** @throws ApiError `validation_error`, `invalid_reference`, `conflict`. */
    createKey: async (id: string, body: unknown): Promise<KeyView & { key: string }> =>
      keys.create(await getId(id), validBody('key', body)),

    /** @throws ApiError `not_found`, `conflict` for the first key. */
    deleteKey: async (id: string, key: string): Promise<void> => keys.delete(await getId(id), key),

    faults: async (id: string): Promise<FaultRule[]> => faults.of(await getId(id)),

    /** @throws ApiError `validation_error`. */
    async setFaults(given: string, body: unknown): Promise<FaultRule[]> {
      const id = await getId(given);
      faults.set(id, validBody('faults', body));
      return faults.of(id);
    },
  };
}

export type Control = ReturnType<typeof createControl>;
