// What the control interface does, for its HTTP routes and for programs that run the sandbox in their process.
import { validBody } from './bodies';
import type { FaultRule, Faults } from './faults';
import type { Files } from './files';
import type { OpenWorlds } from '../../server/records/open-worlds';
import { type StepChange, stepChanges } from '../../server/records/time';
import { harOf } from './har';
import { type StoredFile, createWorldRecords } from './records';
import type { Recording } from './recording';
import type { KeyView, WorldKeys } from './world-keys';
import { type Worlds, type WorldView, organizationOf } from './worlds';

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
  const records = createWorldRecords(openWorlds, files);
  const organizationAt = async (id: string) => organizationOf((await worlds.get(id)).id);
  return {
    list: worlds.list,
    get: worlds.get,

    /** @throws ApiError `validation_error`, `conflict`, `invalid_reference`. */
    create: async (body: unknown): Promise<WorldView & { key: string }> =>
      worlds.create(validBody('world', body)),

    /** Also returns what the step changed. @throws ApiError `validation_error`, `conflict` for an earlier time. */
    async move(id: string, body: unknown): Promise<WorldView & { changes: StepChange[] }> {
      const step = validBody('clock', body);
      const [from, world] = [(await worlds.get(id)).now, await worlds.move(id, step)];
      const outside = openWorlds.outside(organizationOf(world.id));
      return { ...world, changes: await stepChanges(outside, Date.parse(from), Date.parse(world.now)) };
    },

    /** Returns the records of a world, from which `create` makes an equal one. */
    seed: worlds.seedOf,

    /** @throws ApiError `not_found`. */
    async record(id: string, collection: string, record: string): Promise<object> {
      return records.find(await organizationAt(id), collection, record);
    },

    /** @throws ApiError `not_found`, `precondition_failed`, `validation_error`, `invalid_reference`, `conflict`. */
    async setRecord(
      id: string,
      place: [collection: string, record: string],
      body: unknown,
      ifMatch?: string,
    ): Promise<object> {
      return records.replace(await organizationAt(id), place, body, ifMatch);
    },

    /** Returns the text of a version of a policy document. @throws ApiError `not_found`. */
    async versionText(id: string, document: string, number: string): Promise<string> {
      return records.versionText(await organizationAt(id), document, number);
    },

    /** Returns an uploaded file. @throws ApiError `not_found`. */
    async file(id: string, file: string): Promise<StoredFile> {
      return records.file(await organizationAt(id), file);
    },

    async reset(id: string): Promise<WorldView> {
      const world = await worlds.reset(id);
      faults.set(id, []);
      return world;
    },

    async delete(id: string): Promise<void> {
      await worlds.delete(id);
      faults.set(id, []);
    },

    /** Returns the text of a HAR, in pieces. `origin` is that of the sandbox. */
    async calls(id: string, origin: string): Promise<AsyncGenerator<string>> {
      return harOf(recording.calls(id), { origin, start: { id, ...(await worlds.originOf(id)) } });
    },

    async clearCalls(id: string): Promise<void> {
      await recording.clear((await worlds.get(id)).id);
    },

    async keys(id: string): Promise<KeyView[]> {
      return keys.list((await worlds.get(id)).id);
    },

    /** @throws ApiError `validation_error`, `invalid_reference`, `conflict`. */
    async createKey(given: string, body: unknown): Promise<KeyView & { key: string }> {
      const { id } = await worlds.get(given);
      return keys.create(id, validBody('key', body));
    },

    /** @throws ApiError `not_found`, `conflict` for the first key. */
    async deleteKey(id: string, key: string): Promise<void> {
      await keys.delete((await worlds.get(id)).id, key);
    },

    async faults(id: string): Promise<FaultRule[]> {
      return faults.of((await worlds.get(id)).id);
    },

    /** @throws ApiError `validation_error`. */
    async setFaults(given: string, body: unknown): Promise<FaultRule[]> {
      const { id } = await worlds.get(given);
      faults.set(id, validBody('faults', body));
      return faults.of(id);
    },
  };
}

export type Control = ReturnType<typeof createControl>;
