// Planned operations on tasks and evidence.
import { day, id, integer, listOf, moment, oneOf, text } from './shapes';
import type { Step } from './walk';
import {
  COMPLIANCE_MANAGER,
  ENGINEER,
  FIREWALL,
  PATCH_LOG,
  PATCH_TASK,
  RTU,
  SENIOR_MANAGER,
} from './walk-ids';

const status = oneOf('open', 'in_progress', 'complete', 'overdue', 'cancelled');
const task = {
  id: id('tsk'),
  title: text,
  assigneeId: id('usr'),
  status,
  dueDate: day,
  notes: text,
  createdAt: moment,
  updatedAt: moment,
};
const newTask = {
  title: 'Update the baseline of MLB345-SW02 (CIP-010-4 R1, Part 1.3)',
  assigneeId: ENGINEER,
  dueDate: '2026-04-22',
  recurrence: null,
  relatedResourceId: 'ca_01kbj6drmmfw6rfts2hn11b9m9',
  relatedResourceType: 'cyber_asset',
  notes: 'Switch firmware changed on 2026-03-25, change ticket CHG-20455.',
};
const replacement = {
  title: 'Review the access list',
  status: 'open',
  assigneeId: ENGINEER,
  dueDate: '2026-06-30',
  recurrence: 'quarterly',
  notes: 'With the owners of each system.',
};
const done = {
  status: 'complete',
  completedAt: '2026-04-09T19:22:40.000Z',
  notes: 'Evaluated on 2026-04-09: 14 patches, 3 applicable. The matrix is filed as evidence.',
};
const evidence = {
  id: id('ev'),
  resourceId: text,
  resourceType: oneOf('cyber_asset', 'task', 'policy_document', 'training_assignment', 'access_control'),
  type: oneOf('file', 'note', 'link'),
  createdBy: id('usr'),
  createdAt: moment,
};
const note = {
  resourceId: FIREWALL,
  resourceType: 'cyber_asset',
  type: 'note',
  noteText:
    'Firmware 7.2.11 installed 2026-06-02 under change CHG-20418. Vendor hash verified before installation; baseline updated the same day.',
  description: 'Baseline update after a change (CIP-010-4 R1.3).',
};

export const tasks: Step[] = [
  {
    operationId: 'getTasks',
    method: 'GET',
    path: '/tasks',
    status: 200,
    shows: { data: listOf(task) },
    bad: { path: '/tasks?dueFrom=yesterday', field: 'dueFrom' },
  },
  {
    operationId: 'createTask',
    method: 'POST',
    path: '/tasks',
    body: newTask,
    status: 201,
    shows: { ...task, ...newTask, status: 'open', completedAt: null },
    bad: { body: { ...newTask, title: undefined }, field: 'title' },
  },
  {
    operationId: 'bulkCreateTasks',
    method: 'POST',
    path: '/tasks/bulk',
    body: { tasks: [newTask, { title: 'Second', dueDate: '2026-05-20' }] },
    status: 201,
    shows: { created: integer, tasks: listOf({ id: id('tsk'), title: text, status: 'open', dueDate: day }) },
    bad: { body: { tasks: [newTask, { ...newTask, dueDate: 'soon' }] }, field: 'tasks.1.dueDate' },
  },
  {
    operationId: 'getTask',
    method: 'GET',
    path: `/tasks/${PATCH_TASK}`,
    status: 200,
    shows: { ...task, id: PATCH_TASK, completedAt: null },
    bad: { path: `/tasks/${ENGINEER}`, status: 404 },
  },
  {
    operationId: 'updateTask',
    method: 'PUT',
    path: `/tasks/${PATCH_TASK}`,
    body: replacement,
    status: 200,
    shows: { ...task, id: PATCH_TASK },
    bad: { body: { ...replacement, status: 'done' }, field: 'status' },
  },
  {
    operationId: 'deleteTask',
    method: 'DELETE',
    path: `/tasks/${PATCH_TASK}`,
    status: 204,
    bad: { path: '/tasks/bulk', status: 405 },
  },
  {
    operationId: 'updateTaskInstance',
    method: 'PUT',
    path: `/tasks/${PATCH_TASK}/2030-02-15`,
    body: done,
    status: 200,
    shows: { parentTaskId: PATCH_TASK, dueDate: '2030-02-15', ...done },
    bad: { path: `/tasks/${PATCH_TASK}/17.04.2026`, status: 404 },
  },
  {
    operationId: 'reassignTasksFromCsm',
    method: 'POST',
    path: '/tasks/reassign-from-csm',
    body: { fromUserId: SENIOR_MANAGER, toUserId: COMPLIANCE_MANAGER },
    status: 200,
    shows: { reassigned: integer, fromUserId: SENIOR_MANAGER, toUserId: COMPLIANCE_MANAGER },
    bad: { body: { fromUserId: SENIOR_MANAGER }, field: 'toUserId' },
  },

  {
    operationId: 'createEvidence',
    method: 'POST',
    path: '/evidence',
    body: note,
    status: 201,
    shows: { ...evidence, ...note },
    bad: { body: { ...note, noteText: undefined }, field: 'noteText' },
  },
  {
    operationId: 'getEvidenceById',
    method: 'GET',
    path: `/evidence/${PATCH_LOG}`,
    status: 200,
    shows: { ...evidence, id: PATCH_LOG, type: 'file', fileId: id('fl') },
    bad: { path: `/evidence/${PATCH_TASK}`, status: 404 },
  },
  {
    operationId: 'listEvidenceByResource',
    method: 'GET',
    path: `/evidence/by-resource/${RTU}`,
    status: 200,
    shows: { data: listOf({ ...evidence, resourceId: RTU }), total: integer },
    bad: { path: '/evidence/by-resource/%20', status: 404 },
  },
  {
    operationId: 'deleteEvidence',
    method: 'DELETE',
    path: `/evidence/${PATCH_LOG}`,
    status: 204,
    bad: { path: '/evidence/note', status: 404 },
  },
];
