// How the demo records came to their present state: the entries of the log, derived from the records.
import { hash } from 'node:crypto';
import { toRow } from '../../server/audit/append';
import { type ActivityRow, GENESIS_HASH } from '../../server/audit/chain';
import { type Activity, type Actor, type Note, SYSTEM, byOperator } from '../../server/audit/entry';
import { contractDocument } from '../../contract/document';
import { type Fields, createRecordModel } from '../../contract/record-model';
import { accessNote } from '../../server/operations/users';
import {
  approvedNote,
  nextReview,
  revertedNote,
  submittedNote,
} from '../../server/operations/policy-documents';
import { completedNote } from '../../server/operations/training';
import { becameNote } from '../../server/records/time';
import { type CollectionName, type RecordOf, createActivity } from '../../server/records/views';
import { createDemoId, demoOrganization } from './demo-data';

/** A change of a record in the past: the fields that it set. */
export interface Step {
  at: string;
  /** The id of a user. */
  by: string;
  sets: Fields;
  /** Their values before, unless they were empty. */
  from?: Fields;
  note?: Note;
}

/** The demo records that a history names. */
export interface People {
  find<Name extends CollectionName>(collection: Name, id: unknown): RecordOf<Name>;
  /** The ids of the users who manage records, and who approve. */
  manager: string;
  approver: string;
  /** The ids of users who accepted an invitation. */
  invited: ReadonlySet<string>;
}

export const OPERATOR = 'sandbox';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SUBMISSION_MILLISECONDS = 2 * 86_400_000;

const model = createRecordModel(contractDocument);

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
const halfway = (from: string, to: string): string =>
  toTime(Math.floor((Date.parse(from) + Date.parse(to)) / 2));

const picked = (record: object, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, (record as Fields)[name]]));

/** A document is submitted two days before an approval whose submission it no longer shows. */
function documentSteps(document: RecordOf<'PolicyDocument'>, { manager }: People): Step[] {
  const { $versions = [], assets, createdAt, updatedAt, status, submittedAt, reviewIntervalDays } = document;
  const submissions = $versions.map(({ approvedAt }) =>
    toTime(Date.parse(approvedAt) - SUBMISSION_MILLISECONDS),
  );
  if (submittedAt !== undefined)
    submissions[status === 'submitted' ? $versions.length : $versions.length - 1] = submittedAt;
  const attached = { at: halfway(createdAt, submissions[0] ?? updatedAt), by: manager, sets: { assets } };
  const steps: Step[] = assets.length > 0 ? [attached] : [];
  const submittedBy = document.submittedBy ?? manager;
  submissions.forEach((at, index) => {
    const sets = { status: 'submitted', submittedAt: at, submittedBy };
    steps.push({ at, by: submittedBy, sets, note: submittedNote(document) });
    const version = $versions[index];
    if (!version) return;
    const { approvedAt, approvedBy: by, versionNumber } = version;
    const reviewDate = nextReview(reviewIntervalDays, new Date(approvedAt));
    const note = approvedNote(document, versionNumber);
    steps.push({ at: approvedAt, by, sets: { status: 'approved', reviewDate }, note });
    const next = submissions[index + 1];
    const reverted = { status: 'draft', submittedAt: undefined, submittedBy: undefined };
    if (next !== undefined || status === 'draft')
      steps.push({
        ...{ at: next === undefined ? updatedAt : halfway(approvedAt, next), by: manager },
        ...{ sets: reverted, note: revertedNote(document) },
      });
  });
  return steps;
}

function assignmentSteps(assignment: RecordOf<'TrainingAssignment'>, people: People): Step[] {
  const { userId, trainingModuleId, status, facilities, createdAt, updatedAt: at } = assignment;
  const scoped = status === 'assigned' ? at : halfway(createdAt, at);
  const steps: Step[] =
    facilities.length > 0 ? [{ at: scoped, by: people.manager, sets: { facilities } }] : [];
  if (status === 'in_progress') steps.push({ at, by: userId, sets: { status } });
  if (status === 'waived')
    steps.push({ at, by: people.approver, sets: picked(assignment, 'status', 'notes') });
  if (status === 'complete')
    steps.push({
      ...{ at, by: assignment.completedBy! },
      sets: picked(assignment, 'status', 'completedAt', 'completedBy', 'score', 'certificateReference'),
      note: completedNote(
        people.find('User', userId).name,
        people.find('TrainingModule', trainingModuleId).title,
      ),
    });
  return steps;
}

const STEPS: { [Name in CollectionName]?: (record: RecordOf<Name>, people: People) => Step[] } = {
  PolicyDocument: documentSteps,
  TrainingAssignment: assignmentSteps,
  AccessControl(item, people) {
    const { grantedAt: at, grantedBy: by, userId } = item;
    if (at === null || by === null) return [];
    const note = accessNote('granted', item, people.find('User', userId).name);
    return [{ at, by, sets: picked(item, 'status', 'grantedAt', 'grantedBy'), note }];
  },
  Invitation(invitation) {
    const { acceptedAt: at, userId: by } = invitation;
    if (at === null || by === null) return [];
    return [
      { at, by, sets: picked(invitation, 'status', 'acceptedAt', 'userId'), note: { operation: 'accepted' } },
    ];
  },
  File(file) {
    const sets = picked(file, 'status', 'sectionCount', 'processedAt', 'failureReason');
    return [{ at: file.processedAt!, by: SYSTEM.actorId, sets, note: becameNote('File', file) }];
  },
};

const computeDigest = (text: string): Buffer => hash('sha256', text, 'buffer');

export const getAddress = (user: string): string => `198.51.100.${computeDigest(user)[0]}`;

function createActor(by: string, at: string, entry: string): Actor {
  if (by === SYSTEM.actorId) return SYSTEM;
  if (by === OPERATOR) return byOperator(OPERATOR);
  const [, requestId] = createDemoId('req', Date.parse(at), computeDigest(`request ${entry}`)).split('_');
  const origin = { requestId: requestId!, sourceAddress: getAddress(by), userAgent: BROWSER };
  return { actorType: 'user', actorId: by, ...origin };
}

/** Returns an entry outside of a chain: the log of each world is chained when it is written. */
export const unchained = (
  past: { id: string; occurredAt: string },
  by: Actor,
  activity: Activity,
): ActivityRow => ({
  ...toRow(demoOrganization.id, { sequence: 0, hash: GENESIS_HASH }, past, by, activity),
  hash: '',
});

/** Returns an entry of the demo log. `by`: the id of a user, or the name of another actor. */
export function pastEntry(at: string, by: string, activity: Activity): ActivityRow {
  const entry = `${activity.resourceId} ${Date.parse(at)} ${activity.description}`;
  const id = createDemoId('act', Date.parse(at), computeDigest(entry));
  return unchained({ id, occurredAt: at }, createActor(by, at, entry), activity);
}

/** Unlike `localeCompare`, it costs little for a thousand entries. */
export const byTime = ({ occurred_at: one }: ActivityRow, { occurred_at: other }: ActivityRow): number =>
  one === other ? 0 : one < other ? -1 : 1;

/** Returns the entry of a new record; undefined for a kind that the log does not show. */
export function createdEntry(collection: string, record: Fields, by: string): ActivityRow | undefined {
  const activity = createActivity(model, collection, undefined, record);
  return activity && pastEntry(String(record.createdAt ?? record.uploadedAt), by, activity);
}

export const changeEntry = (collection: string, before: Fields, { at, by, sets, note }: Step): ActivityRow =>
  pastEntry(at, by, createActivity(model, collection, before, { ...before, ...sets }, note)!);

/** Returns the fields that the steps of a record set, as they were before. */
function initialFields(collection: string, record: Fields, steps: Step[]): Fields {
  const transitions = model.keyword(model.fieldsOf(collection).status, 'x-transitions') as
    { from: unknown; to: string }[] | undefined;
  const initial: Fields = {};
  for (const { sets, from } of steps.toReversed())
    for (const name of Object.keys(sets))
      initial[name] = from?.[name] ?? (Array.isArray(record[name]) ? [] : undefined);
  if ('status' in initial) initial.status = transitions!.find(({ from }) => from === null)!.to;
  return initial;
}

function findAuthor(collection: string, record: Fields, { manager, invited }: People): string {
  const { createdBy, uploadedBy, invitedBy } = record as Record<string, string | undefined>;
  if (collection === 'User') return invited.has(String(record.id)) ? String(record.id) : OPERATOR;
  return createdBy ?? uploadedBy ?? invitedBy ?? manager;
}

/** Returns the entries of a record, oldest first. `more`: changes that the record itself does not show. */
export function createHistory(
  collection: string,
  record: Fields,
  people: People,
  more: Step[],
): ActivityRow[] {
  const getSteps = STEPS[collection as CollectionName] as
    ((record: Fields, people: People) => Step[]) | undefined;
  const steps = [...(getSteps?.(record, people) ?? []), ...more];
  let state: Fields = { ...record, ...initialFields(collection, record, steps) };
  const created = createdEntry(collection, state, findAuthor(collection, record, people));
  if (!created) return [];
  const entries = [created];
  for (const step of steps) {
    entries.push(changeEntry(collection, state, step));
    state = { ...state, ...step.sets };
  }
  return entries;
}
