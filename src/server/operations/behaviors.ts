// The behavior of each operation on records. The compiler names an operation without one: add it in the file of
// its area, `{}` when its path and schemas say everything, or mark the operation `x-stateless`. An operation of a
// branch acts on records when its path and schemas follow the conventions. Prism alone answers the others.
import type { StatefulOperationId } from '../../../generated/operations';
import { type ContractDocument, listOperations } from '../../contract/document';
import { type RecordModel, isOwn } from '../../contract/record-model';
import { activity } from './activity';
import type { AnyBehavior, Behaviors, Run } from './behavior';
import { cipSeniorManager } from './cip-senior-manager';
import { findConvention } from './conventions';
import { inventory } from './inventory';
import { invitations } from './invitations';
import { createsRecords } from './new-records';
import { policyDocuments } from './policy-documents';
import { tasks } from './tasks';
import { training } from './training';
import type { TunedOperationId } from './tuned';
import { accessControl, users } from './users';

const evidence = {
  createEvidence: {},
  getEvidenceById: {},
  listEvidenceByResource: {
    // Evidence outlives the record that it supports.
    async former(world, { params: { resourceId: id } }) {
      const found = await world.search('Evidence', 'resourceId', id);
      return found.some(({ resourceId }) => resourceId === id) ? { id } : undefined;
    },
  },
  deleteEvidence: {},
} satisfies Behaviors<'Supported'>;

const behaviors: Record<Exclude<StatefulOperationId, TunedOperationId>, object> = {
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

const BEHAVIORS = behaviors as Partial<Record<string, AnyBehavior>>;

export interface Known {
  behavior: AnyBehavior | undefined;
  convention: Run;
}

export function knownOperations(document: ContractDocument, model: RecordModel): Map<string, Known> {
  const operations = listOperations(document);
  const creating = new Set(operations.filter((each) => createsRecords(model, each)).map(({ path }) => path));
  const known = new Map<string, Known>();
  for (const operation of operations) {
    const behavior = isOwn(operation) ? BEHAVIORS[operation.operationId] : undefined;
    const convention = findConvention(model, operation);
    const isPlain =
      /^[^{]+(\/\{\w+\})?$/.test(operation.path) && creating.has(operation.path.split('/{')[0]!);
    if (behavior || (convention && isPlain))
      known.set(operation.operationId, { behavior, convention: convention! });
  }
  return known;
}
