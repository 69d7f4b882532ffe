// The model of the cycle of policy documents: draft, submission, approval with a version, and revision.
import type { Commands } from './command';
import { target, targetAmong } from './dice';
import { viewPlain } from './policy-documents';
import { type Row, type World, addDays } from './world';

/** Plans a step of the cycle: `change` sets the fields and returns the body. */
const stepOf =
  (from: string, operation: string, change: (world: World, row: Row) => unknown): Commands[string] =>
  (world, dice) => {
    const ready = world.rows.policy_document.filter(({ status }) => status === from);
    const { id, row } = targetAmong(world, dice, 'policy_document', ready, 40);
    return {
      params: { id },
      isMissing: !row,
      isConflict: row?.status !== from,
      succeed() {
        const body = change(world, row!);
        world.touch(row!);
        world.record(operation, 'policy_document', id);
        return body ?? viewPlain(row!);
      },
    };
  };

function approve(world: World, row: Row) {
  const [approvedAt, approvedBy, versionNumber] = [world.now(), world.me, row.versions.length + 1];
  row.versions.push({ versionNumber, documentId: row.id, approvedAt, approvedBy });
  row.status = 'approved';
  if (row.reviewIntervalDays) row.reviewDate = addDays(world.today(), row.reviewIntervalDays);
  return { id: row.id, status: 'approved', approvedAt, approvedBy, versionNumber };
}
/** Returns a version with its snapshot, whose address the first read teaches. */
function viewVersion(version: Row, received?: Row): Row {
  version.snapshotUrl ??= received?.snapshotUrl;
  return version;
}
export const policyDocumentCycle: Commands = {
  submitPolicyDocument: stepOf('draft', 'submitted', (world, row) => {
    const [submittedAt, submittedBy] = [world.now(), world.me];
    Object.assign(row, { status: 'submitted', submittedAt, submittedBy });
    return { id: row.id, status: 'submitted', submittedAt, submittedBy };
  }),
  approvePolicyDocument: stepOf('submitted', 'approved', approve),
  revertPolicyDocument: stepOf('approved', 'reverted', (_world, row) => {
    delete row.submittedAt;
    delete row.submittedBy;
    row.status = 'draft';
  }),
  logPdfExport: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    return {
      params: { id },
      isMissing: !row,
      succeed() {
        world.record('pdf_exported', 'policy_document', id);
        return { documentId: id, exportedAt: world.now(), exportedBy: world.me };
      },
    };
  },
  listDocumentVersions: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    return {
      params: { id },
      isMissing: !row,
      succeed({ data }) {
        const versions: Row[] = row!.versions.toReversed();
        return {
          data: versions.map((each, index) => viewVersion(each, data[index])),
          total: versions.length,
        };
      },
    };
  },
  getLatestDocumentVersion: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    const latest = row?.versions.at(-1);
    return { params: { id }, isMissing: !latest, succeed: (body) => viewVersion(latest, body) };
  },
  getDocumentVersionByNumber: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    const versionNumber = dice.pick([1, 1, 1, 2, 2, 3, 99, 0]);
    const version = row?.versions[versionNumber - 1];
    return {
      params: { id, versionNumber },
      isMissing: !version,
      succeed: (body) => viewVersion(version, body),
    };
  },
};
