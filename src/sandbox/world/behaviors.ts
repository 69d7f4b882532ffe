// The behavior of each planned operation. The compiler names an operation without one: add it in the file of
// its area, `{}` when its path and schemas say everything, or mark the operation `x-stateless`.
import type { StatefulOperationId } from '../../../generated/operations';
import { accessControl } from './access-control';
import { activity } from './activity';
import type { AnyBehavior, Behaviors } from './behavior';
import { inventory } from './inventory';
import { invitations } from './invitations';
import { policyDocuments } from './policy-documents';
import { tasks } from './tasks';
import { training } from './training';
import { cipSeniorManager, users } from './users';

const evidence = {
  createEvidence: {},
  getEvidenceById: {},
  listEvidenceByResource: {
    // Evidence outlives the record that it supports.
    former: async (world, { params: { resourceId } }) =>
      (await world.list('Evidence')).some((each) => each.resourceId === resourceId)
        ? { id: resourceId }
        : undefined,
  },
  deleteEvidence: {},
} satisfies Behaviors<'Supported'>;

const behaviors: Record<StatefulOperationId, object> = {
  ...inventory,
  ...training,
  ...tasks,
  ...evidence,
  ...policyDocuments,
  ...users,
  ...invitations,
  ...cipSeniorManager,
  ...accessControl,
  ...activity,
};

export const BEHAVIORS = behaviors as Partial<Record<string, AnyBehavior>>;
