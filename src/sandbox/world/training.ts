// Training modules and assignments.
import { csvLine } from '../../csv';
import { notFound } from '../../errors';
import type { Behaviors, Call } from './behavior';
import { filtered } from './lists';
import type { Fields } from './model';
import { conflict } from './rejections';
import type { World } from './world';

const FINAL = ['complete', 'waived'];

const scopeOf = ({ target }: Call): Fields[] => target['facilities'] as Fields[];

/** Returns the assignments of an export with the names beside their ids. A deleted record has no name. */
async function exportRows(world: World, call: Call): Promise<Fields[]> {
  const { model } = world;
  const byId = async (collection: string) =>
    new Map((await world.list(collection)).map((record) => [record['id'], record]));
  const [users, modules] = [await byId('User'), await byId('TrainingModule')];
  const schema = model.schemaOf('TrainingAssignment')!;
  return filtered(model, call, schema, await world.list('TrainingAssignment')).map((assignment) => {
    const course = modules.get(assignment['trainingModuleId']);
    return {
      ...assignment,
      userName: users.get(assignment['userId'])?.['name'] ?? '',
      trainingModuleTitle: course?.['title'] ?? '',
      cipStandard: course?.['cipStandard'],
    };
  });
}

const cellOf = (value: unknown): string =>
  Array.isArray(value) ? (value as Fields[]).map(({ name }) => name).join('; ') : String(value ?? '');

export const training = {
  getTrainingModules: {},
  createTrainingModule: {},
  getTrainingModule: {},
  updateTrainingModule: {},
  deleteTrainingModule: {
    async rules(world, { before: { id } }) {
      const isActive = (each: Fields): boolean =>
        each['trainingModuleId'] === id && !FINAL.includes(String(each['status']));
      const active = (await world.list('TrainingAssignment')).filter(isActive);
      if (active.length > 0)
        throw conflict(`The module has ${active.length} active assignments. Complete or delete them first.`);
    },
  },

  getTrainingAssignments: {},
  createTrainingAssignment: {},
  getTrainingAssignment: {},
  updateTrainingAssignment: {
    rules(_world, { before: { status } }) {
      if (FINAL.includes(String(status)))
        throw conflict(`The assignment is ${String(status)} and cannot change.`);
    },
  },
  deleteTrainingAssignment: {},
  completeTrainingAssignment: {
    async rules(world, change) {
      const { body, before } = change;
      const { score, certificateReference } = body;
      Object.assign(change.after, { score, certificateReference, completedBy: (await world.me())['id'] });
      const [user, course] = [
        await world.find('User', before['userId']),
        await world.find('TrainingModule', before['trainingModuleId']),
      ];
      const description = `Recorded that ${cellOf(user?.['name'])} completed "${cellOf(course?.['title'])}".`;
      change.note = { operation: 'completed', description };
    },
  },
  exportTrainingAssignments: {
    async run(world, call) {
      const rows = await exportRows(world, call);
      const { query, operation } = call;
      if (query['format'] === 'json') return { body: rows };
      const schema = operation.responses['200']!.content!['application/json']!.schema;
      const columns = Object.keys(world.model.shapeOf(world.model.rowsOf(schema)!.items).properties);
      const cells = rows.map((row) => columns.map((column) => cellOf(row[column])));
      return { body: [columns, ...cells].map(csvLine).join('') };
    },
  },

  getTrainingAssignmentFacilities: {
    run: (_world, call) => Promise.resolve({ body: { data: scopeOf(call), total: scopeOf(call).length } }),
  },
  addFacilitiesToAssignment: {
    async run(world, call) {
      const { target, body } = call;
      const scope = scopeOf(call);
      const added = (await world.list('Facility')).filter(
        ({ id }) => !scope.some((each) => each['id'] === id),
      );
      const wanted = new Set(body['facilityIds'] as string[]);
      const sent = [...wanted].flatMap((id) => added.filter((each) => each['id'] === id));
      const facilities = [...scope, ...sent].map(({ id, name }) => ({ id, name }));
      if (facilities.length > scope.length)
        await world.change('TrainingAssignment', target, { ...target, facilities });
      return { body: { trainingAssignmentId: target['id'], facilities } };
    },
  },
  removeFacilityFromAssignment: {
    conditional: (_world, call) => Promise.resolve({ data: scopeOf(call), total: scopeOf(call).length }),
    async run(world, call) {
      const { target, params } = call;
      const facilities = scopeOf(call).filter(({ id }) => id !== params['facilityId']);
      if (facilities.length === scopeOf(call).length) throw notFound();
      await world.change('TrainingAssignment', target, { ...target, facilities });
      return {};
    },
  },
} satisfies Behaviors;
