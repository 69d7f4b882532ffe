// Training modules and assignments, and the rows of an export.
import type { components } from '../../../generated/types';
import { csvLine } from '../../base/csv/write';
import { filtered } from '../../contract/list-filters';
import { conflict, invalid, notFound } from '../../base/errors';
import { pluralize } from '../../base/text';
import type { Note } from '../audit/entry';
import { requirePast } from './tasks';
import type { Behaviors } from './behavior';
import type { RecordOf } from '../records/views';
import { requireApprover } from './permission';

type Schemas = components['schemas'];
type Assignment = Schemas['TrainingAssignment'];

const isFinal = ({ status }: Pick<Assignment, 'status'>): boolean =>
  status === 'complete' || status === 'waived';

/** @throws ApiError `validation_error` for a status that no update sets, unless it is the present one. */
function requireSettable(wanted: string | undefined, present?: string): void {
  if (wanted !== undefined && ![present, 'in_progress', 'waived'].includes(wanted))
    throw invalid('status', 'must be in_progress, waived or the present status of the assignment');
}

/** The text of the log about a completion. */
export const completedNote = (name: string, title: string): Note => ({
  operation: 'completed',
  description: `Recorded that ${name} completed "${title}".`,
});

/** Returns the rows of an export. `users`, `modules`: also the deleted ones, as they last were. */
function exportRows(
  assignments: Assignment[],
  users: Schemas['User'][],
  modules: Schemas['TrainingModule'][],
): Schemas['TrainingAssignmentExportRow'][] {
  const usersById = new Map(users.map((each) => [each.id, each]));
  const modulesById = new Map(modules.map((each) => [each.id, each]));
  return assignments.map((assignment) => {
    const { title = '', cipStandard } = modulesById.get(assignment.trainingModuleId) ?? {};
    const userName = usersById.get(assignment.userId)?.name ?? '';
    const standard = cipStandard !== undefined && { cipStandard };
    return { ...assignment, userName, trainingModuleTitle: title, ...standard };
  });
}

function toCsv(columns: string[], rows: Schemas['TrainingAssignmentExportRow'][]): string {
  const cells = rows.map((row) => {
    const facilities = row.facilities.map(({ name }) => name).join('; ');
    const named: Record<string, unknown> = { ...row, facilities };
    return columns.map((column) => (named[column] ?? null) as string | number | null);
  });
  return [columns, ...cells].map(csvLine).join('');
}

const modules = {
  getTrainingModules: {},
  createTrainingModule: {},
  getTrainingModule: {},
  updateTrainingModule: {},
  deleteTrainingModule: {
    async rules(world, { before: { id } }) {
      const found = await world.search('TrainingAssignment', 'trainingModuleId', id);
      const active = found.filter((each) => each.trainingModuleId === id && !isFinal(each));
      if (active.length > 0)
        throw conflict(
          `The module has ${pluralize(active.length, 'active assignment')}. Complete or delete ${active.length === 1 ? 'it' : 'them'} first.`,
        );
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
      if (isFinal(before)) throw conflict(`The assignment is ${before.status} and cannot change.`);
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
      const userIds = selected.map(({ userId }) => userId);
      const moduleIds = selected.map(({ trainingModuleId }) => trainingModuleId);
      const known = [world.lastKnown('User', userIds), world.lastKnown('TrainingModule', moduleIds)] as const;
      const rows = exportRows(selected, ...(await Promise.all(known)));
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
