// Rules of training modules and assignments, and the rows of an export. Pure.
import type { components } from '../../../../generated/types';
import { csvLine } from '../../../base/csv/write';
import { conflict, invalid } from '../../../base/errors';
import { countOf } from '../../../base/text';
import type { Note } from '../../audit/entry';

type Schemas = components['schemas'];
type Assignment = Schemas['TrainingAssignment'];

const isFinal = ({ status }: Pick<Assignment, 'status'>): boolean =>
  status === 'complete' || status === 'waived';

/** @throws ApiError `conflict` for a final assignment. */
export function requireChangeable(assignment: Assignment): void {
  if (isFinal(assignment)) throw conflict(`The assignment is ${assignment.status} and cannot change.`);
}

/** @throws ApiError `validation_error` for a status that no update sets, unless it is the present one. */
export function requireSettable(wanted: string | undefined, present?: string): void {
  if (wanted !== undefined && ![present, 'in_progress', 'waived'].includes(wanted))
    throw invalid('status', 'must be in_progress, waived or the present status of the assignment');
}

/** `assignments`: all of the organization. @throws ApiError `conflict` for a module with active assignments. */
export function requireUnused(moduleId: string, assignments: Assignment[]): void {
  const active = assignments.filter((each) => each.trainingModuleId === moduleId && !isFinal(each));
  if (active.length > 0)
    throw conflict(
      `The module has ${countOf(active.length, 'active assignment')}. Complete or delete ${active.length === 1 ? 'it' : 'them'} first.`,
    );
}

/** The text of the log about a completion. */
export const completedNote = (name: string, title: string): Note => ({
  operation: 'completed',
  description: `Recorded that ${name} completed "${title}".`,
});

/** Returns the rows of an export. `users`, `modules`: also the deleted ones, as they last were. */
export function exportRows(
  assignments: Assignment[],
  users: Schemas['User'][],
  modules: Schemas['TrainingModule'][],
): Schemas['TrainingAssignmentExportRow'][] {
  const [userOf, moduleOf] = [
    new Map(users.map((each) => [each.id, each])),
    new Map(modules.map((each) => [each.id, each])),
  ];
  return assignments.map((assignment) => {
    const { title = '', cipStandard } = moduleOf.get(assignment.trainingModuleId) ?? {};
    const userName = userOf.get(assignment.userId)?.name ?? '';
    return {
      ...assignment,
      userName,
      trainingModuleTitle: title,
      ...(cipStandard !== undefined && { cipStandard }),
    };
  });
}

export function toCsv(columns: string[], rows: Schemas['TrainingAssignmentExportRow'][]): string {
  const cells = rows.map((row) => {
    const named: Record<string, unknown> = {
      ...row,
      facilities: row.facilities.map(({ name }) => name).join('; '),
    };
    return columns.map((column) => (named[column] ?? null) as string | number | null);
  });
  return [columns, ...cells].map(csvLine).join('');
}
