// The snapshot with which the recording of a fork starts.
import type { Sandbox } from '../../support/sandbox';
import { control, createWorld } from '../../support/worlds';

export type Row = Record<string, unknown>;
export type Snapshot = Record<string, Row[]>;

/** Returns the snapshot of a fork of a demo world with one more task. */
export async function recordSnapshot(sandbox: Sandbox): Promise<Snapshot> {
  const parent = await createWorld(sandbox, {});
  await parent.client('POST', '/tasks', { body: { title: 'Recorded' } });
  const fork = await createWorld(sandbox, { from: parent.id });
  return (await control(sandbox, 'GET', `/${fork.id}/calls`)).body.log._world.from;
}
