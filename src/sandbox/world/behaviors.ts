// The behavior of each planned operation. The compiler names an operation without one: add it in the file of
// its area, `{}` when its path and schemas say everything, or mark the operation `x-stateless`.
import type { PlannedOperationId, StatefulOperationId } from '../../../generated/operations';
import { accessControl } from './access-control';
import { activity } from './activity';
import type { Behavior } from './behavior';
import { inventory } from './inventory';
import { cipSeniorManager, invitations, users } from './people';
import { policyDocuments } from './policy-documents';
import { tasks } from './tasks';
import { training } from './training';

const ALL: Record<StatefulOperationId, Behavior> = {
  ...inventory,
  ...training,
  ...tasks,
  createEvidence: {},
  getEvidenceById: {},
  listEvidenceByResource: {},
  deleteEvidence: {},
  ...policyDocuments,
  ...users,
  ...invitations,
  ...cipSeniorManager,
  ...accessControl,
  ...activity,
};

export const BEHAVIORS: Partial<Record<string, Behavior>> = ALL satisfies Partial<
  Record<PlannedOperationId, Behavior>
>;
