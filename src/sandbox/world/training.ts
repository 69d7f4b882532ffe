// Training modules and assignments.
import { csvLine } from '../../csv';
import { notFound } from '../../errors';
import type { AnyCall, Behaviors } from './behavior';
import type { RecordOf } from './collections';
import { filtered } from './lists';
import { conflict } from './rules';
import type { World } from './world';

const isFinal = ({ status }: RecordOf<'TrainingAssignment'>): boolean =>
  status === 'complete' || status === 'waived';

/** Returns the assignments of an export with names beside their ids. The name of a deleted record is empty. */
async function exportRows(world: World, call: AnyCall) {
  const users = new Map((await world.list('User')).map(({ id, name }) => [id, name]));
  const modules = new Map((await world.list('TrainingModule')).map((each) => [each.id, each]));
  const all = await world.list('TrainingAssignment');
  return filtered(world.model, call, world.model.schemaOf('TrainingAssignment')!, all).map((assignment) => {
    const { title = '', cipStandard } = modules.get(assignment.trainingModuleId) ?? {};
    const userName = users.get(assignment.userId) ?? '';
    return { ...assignment, userName, trainingModuleTitle: title, cipStandard };
  });
}

export const trainingModules: Behaviors<
  'TrainingModule',
  | 'getTrainingModules'
  | 'createTrainingModule'
  | 'getTrainingModule'
  | 'updateTrainingModule'
  | 'deleteTrainingModule'
> = {
  getTrainingModules: {},
  createTrainingModule: {},
  getTrainingModule: {},
  updateTrainingModule: {},
  deleteTrainingModule: {
    async rules(world, { before: { id } }) {
      const all = await world.list('TrainingAssignment');
      const active = all.filter((each) => each.trainingModuleId === id && !isFinal(each));
      if (active.length > 0)
        throw conflict(`The module has ${active.length} active assignments. Complete or delete them first.`);
    },
  },
};

const scope = ({ facilities }: RecordOf<'TrainingAssignment'>) => ({
  data: facilities,
  total: facilities.length,
});

export const trainingAssignments: Behaviors<
  'TrainingAssignment',
  | 'getTrainingAssignments'
  | 'createTrainingAssignment'
  | 'getTrainingAssignment'
  | 'updateTrainingAssignment'
  | 'deleteTrainingAssignment'
  | 'completeTrainingAssignment'
  | 'exportTrainingAssignments'
  | 'getTrainingAssignmentFacilities'
  | 'addFacilitiesToAssignment'
  | 'removeFacilityFromAssignment'
> = {
  getTrainingAssignments: {},
  createTrainingAssignment: {},
  getTrainingAssignment: {},
  updateTrainingAssignment: {
    rules(_world, { before }) {
      if (isFinal(before)) throw conflict(`The assignment is ${before.status} and cannot change.`);
    },
  },
  deleteTrainingAssignment: {},
  completeTrainingAssignment: {
    async rules(world, change) {
      const { before, after, body } = change;
      const { score, certificateReference } = body;
      Object.assign(after, { score, certificateReference, completedBy: (await world.me()).id });
      const { name = before.userId } = (await world.find('User', before.userId)) ?? {};
      const { title = '' } = (await world.find('TrainingModule', before.trainingModuleId)) ?? {};
      change.note = { operation: 'completed', description: `Recorded that ${name} completed "${title}".` };
    },
  },
  exportTrainingAssignments: {
    async run(world, call) {
      const rows = await exportRows(world, call as unknown as AnyCall);
      if (call.query.format === 'json') return { body: rows };
      const columns = Object.keys(world.model.shapeOf(world.model.rowsOf(jsonOf(call))!.items).properties);
      const cells = rows.map((row) => {
        const facilities = row.facilities.map(({ name }) => name).join('; ');
        const named: Record<string, unknown> = { ...row, facilities };
        return columns.map((column) => (named[column] ?? null) as string | number | null);
      });
      return { body: [columns, ...cells].map(csvLine).join('') };
    },
  },

  getTrainingAssignmentFacilities: { run: (_world, { target }) => ({ body: scope(target) }) },
  addFacilitiesToAssignment: {
    async run(world, { target, body }) {
      const known = new Map((await world.list('Facility')).map(({ id, name }) => [id, { id, name }]));
      const present = target.facilities.map(({ id }) => id);
      const added = [...new Set(body.facilityIds)].filter((id) => !present.includes(id));
      const facilities = [...target.facilities, ...added.map((id) => known.get(id)!)];
      if (added.length > 0) await world.change('TrainingAssignment', target, { ...target, facilities });
      return { body: { trainingAssignmentId: target.id, facilities } };
    },
  },
  removeFacilityFromAssignment: {
    conditional: (_world, { target }) => Promise.resolve(scope(target)),
    async run(world, { target, params }) {
      const facilities = target.facilities.filter(({ id }) => id !== params.facilityId);
      if (facilities.length === target.facilities.length) throw notFound();
      await world.change('TrainingAssignment', target, { ...target, facilities });
      return {};
    },
  },
};

const jsonOf = ({ operation }: Pick<AnyCall, 'operation'>) =>
  operation.responses[200]!.content!['application/json']!.schema;
