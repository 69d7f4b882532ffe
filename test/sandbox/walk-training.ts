// Planned operations on training modules and assignments.
import { day, id, integer, listOf, moment, oneOf, text, url } from './shapes';
import type { Step } from './walk';
import { ASHFORD, ASSIGNMENT, ENGINEER, FAIRVIEW, MILLBROOK, POLICIES_MODULE } from './walk-ids';

const course = {
  id: id('tm'),
  title: text,
  description: text,
  cipStandard: text,
  completionIntervalDays: integer,
  externalModuleUrl: url,
  createdAt: moment,
  updatedAt: moment,
};
const status = oneOf('assigned', 'in_progress', 'complete', 'overdue', 'waived');
const assignment = {
  id: id('ta'),
  userId: id('usr'),
  trainingModuleId: id('tm'),
  status,
  dueDate: day,
  facilities: expect.any(Array),
  createdAt: moment,
  updatedAt: moment,
};
const facility = { id: id('fac'), name: text };
const newModule = {
  title: 'Vendor Remote Access and Supply Chain Risk',
  description:
    'Vendor-initiated sessions, verification of software before installation, and what to report to procurement.',
  cipStandard: 'CIP-013-2',
  completionIntervalDays: 450,
  externalModuleUrl: 'https://lms.cedar-valley.example/courses/cip-vendor-remote-access',
};
const newAssignment = {
  userId: ENGINEER,
  trainingModuleId: 'tm_01kk04hcmtft6ayhtk3251psm0',
  dueDate: '2026-05-29',
  notes: 'Relay test laptop for the Millbrook outage in June.',
};
const completion = {
  completedAt: '2026-03-26T18:20:00.000Z',
  score: 92,
  certificateReference: 'LMS-2026-004831',
};

export const training: Step[] = [
  {
    operationId: 'getTrainingModules',
    method: 'GET',
    path: '/training-modules',
    status: 200,
    shows: { data: listOf(course) },
    bad: { path: '/training-modules?page=1', field: 'page' },
  },
  {
    operationId: 'createTrainingModule',
    method: 'POST',
    path: '/training-modules',
    body: newModule,
    status: 201,
    shows: { ...course, ...newModule },
    bad: { body: { ...newModule, completionIntervalDays: 1.5 }, field: 'completionIntervalDays' },
  },
  {
    operationId: 'getTrainingModule',
    method: 'GET',
    path: `/training-modules/${POLICIES_MODULE}`,
    status: 200,
    shows: { ...course, id: POLICIES_MODULE },
    bad: { path: `/training-modules/${ASSIGNMENT}`, status: 404 },
  },
  {
    operationId: 'updateTrainingModule',
    method: 'PATCH',
    path: `/training-modules/${POLICIES_MODULE}`,
    body: { completionIntervalDays: 365 },
    status: 200,
    shows: { ...course, id: POLICIES_MODULE, completionIntervalDays: 365 },
    bad: { body: { completion_interval_days: 365 }, field: 'completion_interval_days' },
  },
  {
    operationId: 'deleteTrainingModule',
    method: 'DELETE',
    path: `/training-modules/${POLICIES_MODULE}`,
    status: 204,
    bad: { path: '/training-modules/tm_', status: 404 },
  },

  {
    operationId: 'getTrainingAssignments',
    method: 'GET',
    path: '/training-assignments',
    status: 200,
    shows: { data: listOf(assignment) },
    bad: { path: '/training-assignments?status=done', field: 'status' },
  },
  {
    operationId: 'createTrainingAssignment',
    method: 'POST',
    path: '/training-assignments',
    body: newAssignment,
    status: 201,
    shows: { ...assignment, ...newAssignment, status: 'assigned', completedAt: null, facilities: [] },
    bad: { body: { ...newAssignment, dueDate: '29 May 2026' }, field: 'dueDate' },
  },
  {
    operationId: 'exportTrainingAssignments',
    method: 'GET',
    path: '/training-assignments/export?format=csv',
    status: 200,
    csv: {
      columns: ['id', 'userId', 'trainingModuleId', 'status', 'dueDate', 'completedAt'],
      rows: 'some',
      each: { id: id('ta'), userId: id('usr'), status },
    },
    bad: { path: '/training-assignments/export?format=xlsx', field: 'format' },
  },
  {
    operationId: 'getTrainingAssignment',
    method: 'GET',
    path: `/training-assignments/${ASSIGNMENT}`,
    status: 200,
    shows: { ...assignment, id: ASSIGNMENT, completedAt: null, notes: text, facilities: listOf(facility) },
    bad: { path: '/training-assignments/1', status: 404 },
  },
  {
    operationId: 'updateTrainingAssignment',
    method: 'PATCH',
    path: `/training-assignments/${ASSIGNMENT}`,
    body: { dueDate: '2026-04-17' },
    status: 200,
    shows: { ...assignment, id: ASSIGNMENT, dueDate: '2026-04-17' },
    bad: { body: { dueDate: '2026-02-30' }, field: 'dueDate' },
  },
  {
    operationId: 'completeTrainingAssignment',
    method: 'POST',
    path: `/training-assignments/${ASSIGNMENT}/complete`,
    body: completion,
    status: 200,
    shows: {
      id: ASSIGNMENT,
      userId: id('usr'),
      trainingModuleId: id('tm'),
      status: 'complete',
      dueDate: day,
      ...completion,
    },
    bad: { body: { ...completion, score: 'high' }, field: 'score' },
  },
  {
    operationId: 'deleteTrainingAssignment',
    method: 'DELETE',
    path: `/training-assignments/${ASSIGNMENT}`,
    status: 204,
    bad: { path: `/training-assignments/${POLICIES_MODULE}`, status: 404 },
  },
  {
    operationId: 'getTrainingAssignmentFacilities',
    method: 'GET',
    path: `/training-assignments/${ASSIGNMENT}/facilities`,
    status: 200,
    shows: { data: listOf(facility) },
    bad: { path: '/training-assignments/ta%2F1/facilities', status: 404 },
  },
  {
    operationId: 'addFacilitiesToAssignment',
    method: 'POST',
    path: `/training-assignments/${ASSIGNMENT}/facilities`,
    body: { facilityIds: [ASHFORD, FAIRVIEW] },
    status: 200,
    shows: {
      trainingAssignmentId: ASSIGNMENT,
      facilities: expect.arrayContaining([
        { id: ASHFORD, name: text },
        { id: FAIRVIEW, name: text },
      ]),
    },
    bad: { body: { facilityIds: ASHFORD }, field: 'facilityIds' },
  },
  {
    operationId: 'removeFacilityFromAssignment',
    method: 'DELETE',
    path: `/training-assignments/${ASSIGNMENT}/facilities/${MILLBROOK}`,
    status: 204,
    bad: { path: `/training-assignments/${ASSIGNMENT}/facilities/${ASSIGNMENT}`, status: 404 },
  },
];
