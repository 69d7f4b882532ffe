// Learns the records of a new sandbox through the API, before the model predicts anything.
import type { Client } from '../../../support/client';
import { everyRow, read } from '../../../support/world';
import { viewTask } from './task-instances';
import { viewAssignment } from './training-assignments';
import { KINDS, type Kind, type Row, type World, createWorld, without } from './world';

const LISTS: [Kind, string][] = [
  ['facility', '/facilities'],
  ['control_center', '/control-centers'],
  ['cyber_system', '/cyber-systems'],
  ['cyber_asset', '/cyber-assets'],
  ['training_module', '/training-modules'],
  ['training_assignment', '/training-assignments'],
  ['task', '/tasks'],
  ['file', '/policy-documents/processing-files'],
  ['invitation', '/invitations'],
];

/** Evidence of the demo data. Each sandbox has the same, so that one search is enough. */
let evidence: Row[] | undefined;
async function findEvidence(client: Client, world: World): Promise<Row[]> {
  const found: Row[] = [];
  for (const kind of [
    'cyber_asset',
    'task',
    'policy_document',
    'training_assignment',
    'access_control',
  ] as const)
    for (const { id } of world.rows[kind])
      found.push(...(await read(client, `/evidence/by-resource/${id}`)).data);
  return found.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** Deletes records with a state that no operation reads: a status below `overdue`, and instances. */
async function deleteHiddenStates(client: Client): Promise<void> {
  for (const path of ['/tasks', '/training-assignments'])
    for (const { id, status, recurrence } of (await read(client, path)).data)
      if (status === 'overdue' || recurrence) await client('DELETE', `${path}/${id}`);
}

/** Returns a model with the records of the sandbox. */
export async function learnWorld(client: Client): Promise<World> {
  const [organization] = (await read(client, '/users/me/organizations')).data;
  const me = await read(client, '/users/me');
  const world = createWorld(organization, me.id);
  world.memory.set('me', me);
  await deleteHiddenStates(client);
  for (const [kind, path] of LISTS) {
    const body = await read(client, path);
    for (const row of body.data ?? body)
      world.add(kind, kind === 'cyber_asset' ? without(row, 'impact_rating') : row);
  }
  for (const row of await everyRow(client, '/users', 200)) world.add('user', row);
  for (const row of await everyRow(client, '/access-control', 200)) world.add('access_control', row);
  for (const { id } of await everyRow(client, '/policy-documents', 200)) {
    const row = await read(client, `/policy-documents/${id}/with-sections`);
    const { data } = await read(client, `/policy-documents/${id}/versions`);
    world.add('policy_document', { ...row, versions: data.reverse() });
  }
  const types = world.rows.policy_document.map(({ documentTypeId }) => documentTypeId as string | undefined);
  world.memory.set('document types', [...new Set(types.filter((type) => type !== undefined))]);
  world.add('cip_senior_manager_assignment', await read(client, '/cip-senior-manager-assignments/current'));
  evidence ??= await findEvidence(client, world);
  for (const row of evidence) world.add('evidence', { ...row });
  world.atPresent = (kind, row) =>
    kind === 'task'
      ? without(viewTask(world, row), 'nextDueDate', 'instances') // not logged
      : kind === 'training_assignment'
        ? viewAssignment(world, row)
        : row;
  for (const kind of KINDS) for (const { id } of world.rows[kind]) world.remember(kind, id);
  world.log.push(...(await everyRow(client, '/activity', 200)).reverse());
  world.mark = Date.now();
  return world;
}
