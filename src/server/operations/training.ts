// Training modules and assignments.
import { filtered } from '../../contract/list-filters';
import { notFound } from '../../base/errors';
import {
  completedNote,
  exportRows,
  requireChangeable,
  requireSettable,
  requireUnused,
  toCsv,
} from './rules/training-rules';
import { requirePast } from './rules/task-rules';
import type { Behaviors } from './behavior';
import type { RecordOf } from '../records/table';
import { requireApprover } from './permission';

const modules = {
  getTrainingModules: {},
  createTrainingModule: {},
  getTrainingModule: {},
  updateTrainingModule: {},
  deleteTrainingModule: {
    async rules(world, { before: { id } }) {
      requireUnused(id, await world.search('TrainingAssignment', 'trainingModuleId', id));
    },
  },
} satisfies Behaviors<'TrainingModule'>;

const scope = ({ facilities }: RecordOf<'TrainingAssignment'>) => ({
  data: facilities,
  total: facilities.length,
});

/** Returns the scope without a facility. @throws ApiError `not_found` for one that is not in scope. */
function without({ id: assignment, facilities }: RecordOf<'TrainingAssignment'>, facilityId: string) {
  const others = facilities.filter(({ id }) => id !== facilityId);
  if (others.length === facilities.length)
    throw notFound(`The training assignment ${assignment} has no facility ${facilityId} in its scope.`);
  return others;
}

const assignments = {
  getTrainingAssignments: {},
  createTrainingAssignment: {},
  getTrainingAssignment: {},
  updateTrainingAssignment: {
    former(_world, { body }) {
      requireSettable(body.status);
      return Promise.resolve(undefined);
    },
    references: (_world, { target, body }) => requireSettable(body.status, target.status),
    async rules(world, { before, body: { status } }) {
      requireChangeable(before);
      if (status === 'waived') await requireApprover(world);
    },
  },
  deleteTrainingAssignment: {},
  completeTrainingAssignment: {
    validate: ({ body }, now) => requirePast(body.completedAt, now),
    async rules(world, change) {
      const { before, after, body } = change;
      const { score, certificateReference } = body;
      Object.assign(after, { score, certificateReference, completedBy: world.userId });
      const [{ name } = { name: before.userId }] = await world.lastKnown('User', [before.userId]);
      const [{ title } = { title: '' }] = await world.lastKnown('TrainingModule', [before.trainingModuleId]);
      change.note = completedNote(name, title);
    },
  },
  exportTrainingAssignments: {
    async run(world, call) {
      const { model } = world;
      const all = await world.list('TrainingAssignment');
      const selected = filtered(model, call, model.schemaOf('TrainingAssignment')!, all);
      const [users, modules] = await Promise.all([
        world.lastKnown(
          'User',
          selected.map(({ userId }) => userId),
        ),
        world.lastKnown(
          'TrainingModule',
          selected.map(({ trainingModuleId }) => trainingModuleId),
        ),
      ]);
      const rows = exportRows(selected, users, modules);
      if (call.query.format === 'json') return { body: rows };
      const { schema } = call.operation.responses[200]!.content!['application/json']!;
      return { body: toCsv(Object.keys(model.shapeOf(model.rowsOf(schema)!.items).properties), rows) };
    },
  },
  getTrainingAssignmentFacilities: { run: (_world, { target }) => ({ body: scope(target) }) },
  addFacilitiesToAssignment: {
    async run(world, { target, body }) {
      const present = target.facilities.map(({ id }) => id);
      const added = [...new Set(body.facilityIds)].filter((id) => !present.includes(id));
      const found = await Promise.all(added.map((id) => world.facility(id)));
      const facilities = [...target.facilities, ...found.map((each) => ({ id: each!.id, name: each!.name }))];
      if (added.length > 0) await world.change('TrainingAssignment', target, { ...target, facilities });
      return { body: { trainingAssignmentId: target.id, facilities } };
    },
  },
  removeFacilityFromAssignment: {
    conditional(_world, { target, params }) {
      without(target, params.facilityId);
      return Promise.resolve(scope(target));
    },
    async run(world, { target, params }) {
      const facilities = without(target, params.facilityId);
      await world.change('TrainingAssignment', target, { ...target, facilities });
      return {};
    },
  },
} satisfies Behaviors<'TrainingAssignment'>;

export const training = { ...modules, ...assignments };
