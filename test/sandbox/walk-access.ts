// Planned operations on access control items and the activity log.
import { id, listOf, moment, oneOf, text } from './shapes';
import type { Step } from './walk';
import { ACCESS_ITEM, ASHFORD, ENGINEER, MILLBROOK, RTU } from './walk-ids';

const item = { id: id('ac'), userId: id('usr'), resourceId: text, accessLevel: text, status: text };
const newItem = {
  userId: ENGINEER,
  resourceType: 'facility',
  resourceId: ASHFORD,
  accessLevel: 'edit',
  justification: 'Takes over Ashford from April 2026 on.',
};
const lower = {
  ...newItem,
  resourceId: MILLBROOK,
  accessLevel: 'read',
  justification: 'Reads Millbrook records as reviewer of Brightwater.',
};
const grant = { accessControlItemIds: [ACCESS_ITEM] };
const entry = {
  id: text,
  occurredAt: moment,
  resourceType: text,
  resourceId: text,
  actorId: text,
  operation: text,
  description: text,
};

export const access: Step[] = [
  {
    operationId: 'listAccessControls',
    method: 'GET',
    path: '/access-control',
    status: 200,
    shows: { data: listOf(item) },
    bad: { path: '/access-control?userId=dale', field: 'userId' },
  },
  // Creating an item does not grant access.
  {
    operationId: 'createAccessControl',
    method: 'POST',
    path: '/access-control',
    body: newItem,
    status: 201,
    shows: { ...item, ...newItem, status: 'inactive', grantedAt: null },
    bad: { body: { ...newItem, accessLevel: 'own' }, field: 'accessLevel' },
  },
  {
    operationId: 'getAccessControl',
    method: 'GET',
    path: `/access-control/${ACCESS_ITEM}`,
    status: 200,
    shows: { ...item, id: ACCESS_ITEM },
    bad: { path: `/access-control/${ENGINEER}`, status: 404 },
  },
  {
    operationId: 'updateAccessControl',
    method: 'PUT',
    path: `/access-control/${ACCESS_ITEM}`,
    body: lower,
    status: 200,
    shows: { ...item, ...lower, id: ACCESS_ITEM },
    bad: { body: { ...lower, userId: undefined }, field: 'userId' },
  },
  {
    operationId: 'deleteAccessControl',
    method: 'DELETE',
    path: `/access-control/${ACCESS_ITEM}`,
    status: 204,
    bad: { path: '/access-control/user', status: 404 },
  },
  {
    operationId: 'getUserApprovedAccessControlItemIds',
    method: 'GET',
    path: `/access-control/user/${ENGINEER}`,
    status: 200,
    shows: { data: [ACCESS_ITEM] },
    bad: { path: `/access-control/user/${ACCESS_ITEM}`, status: 404 },
  },
  {
    operationId: 'grantRaptorComplyAccess',
    method: 'POST',
    path: `/access-control/user/${ENGINEER}/grant`,
    body: { accessControlItemIds: ['ac_01kpngm9asfyav0aprnx0k04am'] },
    status: 200,
    shows: { userId: ENGINEER, items: listOf({ ...item, status: 'active', grantedAt: moment }) },
    bad: { body: { accessControlItemIds: [] }, field: 'accessControlItemIds' },
  },
  {
    operationId: 'revokeRaptorComplyAccess',
    method: 'POST',
    path: `/access-control/user/${ENGINEER}/revoke`,
    body: grant,
    status: 200,
    shows: { userId: ENGINEER, items: listOf({ ...item, status: 'inactive', revokedAt: moment }) },
    bad: { body: { ...grant, because: 'x' }, field: 'because' },
  },

  {
    operationId: 'listActivityLogs',
    method: 'GET',
    path: '/activity',
    status: 200,
    shows: { data: listOf(entry) },
    bad: { path: '/activity?resourceType=cyber_asset', field: 'resourceType' },
  },
  {
    operationId: 'getActivityLogsByEntity',
    method: 'GET',
    path: `/activity/by-resource-type/cyber-asset/${RTU}`,
    status: 200,
    shows: { data: listOf({ ...entry, resourceType: oneOf('cyber-asset'), resourceId: RTU }) },
    bad: { path: `/activity/by-resource-type/asset/${RTU}`, status: 404 },
  },
];
