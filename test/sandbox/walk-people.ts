// Planned operations on users, invitations and CIP Senior Manager assignments. Of their fields the
// specification says little.
import { day, id, listOf, text } from './shapes';
import type { Step } from './walk';
import {
  ACTIVE_TOKEN,
  COMPLIANCE_MANAGER,
  ENGINEER,
  INVITATION,
  MILLBROOK,
  SENIOR_MANAGER_ASSIGNMENT,
} from './walk-ids';

const user = { id: id('usr') };
const newUser = { name: 'Rosa Delgado', email: 'rosa.delgado@cedar-valley.example', role: 'contributor' };
const guest = { email: 'casey.nguyen@cedar-valley.example', role: 'contributor' };
const profile = { token: ACTIVE_TOKEN, name: 'Jordan Ellis' };
const designation = {
  userId: COMPLIANCE_MANAGER,
  effectiveDate: '2026-09-01',
  notes: 'Board resolution 2026-19 of August 18, 2026; succeeds Maya Lindqvist.',
};
const senior = { userId: id('usr'), effectiveDate: day };

export const people: Step[] = [
  {
    operationId: 'listUsers',
    method: 'GET',
    path: '/users',
    status: 200,
    shows: { data: listOf(user) },
    bad: { path: '/users?limit=many', field: 'limit' },
  },
  {
    operationId: 'createUser',
    method: 'POST',
    path: '/users',
    body: newUser,
    status: 201,
    shows: { ...user, ...newUser },
    bad: { body: { ...newUser, email: 'rosa' }, field: 'email' },
  },
  {
    operationId: 'getCurrentUser',
    method: 'GET',
    path: '/users/me',
    status: 200,
    shows: user,
    bad: { path: '/users/me?expand=1', field: 'expand' },
  },
  {
    operationId: 'getMyOrganizations',
    method: 'GET',
    path: '/users/me/organizations',
    status: 200,
    shows: { data: listOf({ slug: 'cedar-valley' }) },
    bad: { path: '/users/me/organizations?limit=1', field: 'limit' },
  },
  {
    operationId: 'checkAccess',
    method: 'GET',
    path: '/users/me/check-access?permission=cyber_systems:write',
    status: 200,
    shows: { permission: 'cyber_systems:write', allowed: expect.any(Boolean) },
    bad: { path: '/users/me/check-access', field: 'permission' },
  },
  {
    operationId: 'getUser',
    method: 'GET',
    path: `/users/${ENGINEER}`,
    status: 200,
    shows: { ...user, id: ENGINEER },
    bad: { path: `/users/${MILLBROOK}`, status: 404 },
  },
  {
    operationId: 'updateUser',
    method: 'PATCH',
    path: `/users/${ENGINEER}`,
    body: { phone: '+1 319 555 0131' },
    status: 200,
    shows: { id: ENGINEER, phone: '+1 319 555 0131' },
    bad: { body: { role: 'superuser' }, field: 'role' },
  },
  {
    operationId: 'deleteUser',
    method: 'DELETE',
    path: `/users/${ENGINEER}`,
    status: 204,
    bad: { path: '/users/me', status: 405 },
  },

  {
    operationId: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    status: 200,
    shows: { data: listOf({ id: id('inv'), email: text, status: text }) },
    bad: { path: '/invitations?status=pending&status=accepted', field: 'status' },
  },
  {
    operationId: 'createInvitation',
    method: 'POST',
    path: '/invitations',
    body: guest,
    status: 201,
    shows: { id: id('inv'), email: guest.email, token: text },
    bad: { body: { ...guest, token: 'x' }, field: 'token' },
  },
  {
    operationId: 'validateInvitation',
    method: 'GET',
    path: `/invitations/validate?token=${ACTIVE_TOKEN}`,
    status: 200,
    shows: { valid: true },
    bad: { path: '/invitations/validate?token=short', field: 'token' },
  },
  {
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/invitations/accept',
    body: profile,
    status: 200,
    shows: { ...user, name: 'Jordan Ellis' },
    bad: { body: { ...profile, token: undefined }, field: 'token' },
  },
  {
    operationId: 'cancelInvitation',
    method: 'DELETE',
    path: `/invitations/${INVITATION}`,
    status: 204,
    bad: { path: '/invitations/accept', status: 405 },
  },
  {
    operationId: 'resendInvitation',
    method: 'POST',
    path: `/invitations/${INVITATION}/resend`,
    status: 200,
    shows: { id: INVITATION, status: 'pending', token: text },
    bad: { path: `/invitations/${ENGINEER}/resend`, status: 404 },
  },

  {
    operationId: 'getCurrentCipSeniorManager',
    method: 'GET',
    path: '/cip-senior-manager-assignments/current',
    status: 200,
    shows: senior,
    bad: { path: '/cip-senior-manager-assignments/current?on=2026-01-01', field: 'on' },
  },
  {
    operationId: 'createCipSeniorManagerAssignment',
    method: 'POST',
    path: '/cip-senior-manager-assignments',
    body: designation,
    status: 201,
    shows: { ...senior, ...designation },
    bad: { body: { ...designation, effectiveDate: '2026-13-01' }, field: 'effectiveDate' },
  },
  {
    operationId: 'updateCipSeniorManagerAssignment',
    method: 'PATCH',
    path: `/cip-senior-manager-assignments/${SENIOR_MANAGER_ASSIGNMENT}`,
    body: { effectiveDate: '2026-03-01' },
    status: 200,
    shows: { ...senior, effectiveDate: '2026-03-01' },
    bad: { body: { effectiveDate: null }, field: 'effectiveDate' },
  },
];
