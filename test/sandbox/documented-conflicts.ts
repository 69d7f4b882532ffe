// For each 409 example of an operation: the requests after which the operation returns it.
import type { HttpMethod } from '../../src/contract/document';
import {
  ACCESS_ITEM,
  ACTIVE_TOKEN,
  ASHFORD,
  DRAFT,
  ENGINEER,
  MILLBROOK,
  NEW_DRAFT,
  PATCH_TASK,
  POLICIES_MODULE,
  PROCESSED_FILE,
  RTU,
  SCADA,
  SECTIONS,
  SECURITY_LEAD,
  SENIOR_MANAGER,
  SENIOR_MANAGER_ASSIGNMENT,
} from './walk-ids';

type Sent = [method: HttpMethod, path: string, body?: unknown];

interface Conflict {
  operationId: string;
  example: string;
  /** Requests that succeed and lead to the conflict. */
  before?: Sent[];
  request: Sent;
  /** The user who sends it, when it is not the user behind the first key. */
  as?: string;
  /** Moves the world's clock before the request, as an ISO 8601 duration. */
  advance?: string;
}

/** The user behind the first key. */
const ME = 'usr_01k4rtp84qegyr0mmg0jhv7bqj';
const AUDITOR = 'usr_01k571hxkaedcvge0v6mrzybex';
const READ_ITEM = 'ac_01kke6cddye1282rkwn7xtrcqn';
const TOM = 'usr_01k5pbxfvpe9xsp7n99qqk4j8a';
const ACCEPTED = '/invitations/inv_01km5xa0gsfzc8hgcpp0bndf50';
const COMPLETE = '/training-assignments/ta_01kk71xbtgfxx9tfnn15hq4eka';
const BASELINE = '/tasks/tsk_01kk3yxhf2fef8fjcx00fb6sbr';
const document = `/policy-documents/${DRAFT}`;
const submit: Sent = ['POST', `${document}/submit`];
const approve: Sent = ['POST', `${document}/approve`];
const newDraft = `/policy-documents/${NEW_DRAFT}`;
const NEW_VERSION = ['submit', 'approve', 'revert'].map((step): Sent => ['POST', `${newDraft}/${step}`]);
const asset = { cyber_system_id: SCADA, asset_type: 'hardware' };
const IMAGE = 'fl_01kzrfsmg4fyev4wjc21gv13ja';
const promoted = { fileId: PROCESSED_FILE, title: 'Incident Response Plan' };
const accept: Sent = ['POST', '/invitations/accept', { token: ACTIVE_TOKEN, name: 'Jordan Ellis' }];
const item = {
  userId: ENGINEER,
  resourceType: 'facility',
  resourceId: MILLBROOK,
  accessLevel: 'edit',
};
const readItem = { ...item, userId: AUDITOR, accessLevel: 'read' };
const baseline = { title: 'Update the baseline of MLB345-FW01', assigneeId: ENGINEER };
const PATCHES = `/tasks/${PATCH_TASK}`;
const patches = { title: 'Evaluate security patches', dueDate: '2030-01-11', recurrence: 'every_35_days' };
const instance = `/tasks/${PATCH_TASK}/2030-02-15`;
const invited = (email: string): Sent => ['POST', '/invitations', { email, role: 'auditor' }];
const designated = (userId: string, effectiveDate: string): Sent => [
  'POST',
  '/cip-senior-manager-assignments',
  { userId, effectiveDate },
];

export const CONFLICTS: Conflict[] = [
  {
    operationId: 'createCyberAsset',
    example: 'nameTaken',
    request: ['POST', '/cyber-assets', { ...asset, name: 'MLB345-RTU01' }],
  },
  {
    operationId: 'updateCyberAsset',
    example: 'nameTaken',
    request: ['PATCH', `/cyber-assets/${RTU}`, { name: 'MLB345-FW01' }],
  },
  { operationId: 'deleteFacility', example: 'inUse', request: ['DELETE', `/facilities/${MILLBROOK}`] },
  { operationId: 'deleteCyberSystem', example: 'inUse', request: ['DELETE', `/cyber-systems/${SCADA}`] },
  {
    operationId: 'deleteTrainingModule',
    example: 'activeAssignments',
    request: ['DELETE', `/training-modules/${POLICIES_MODULE}`],
  },
  {
    operationId: 'updateTrainingAssignment',
    example: 'complete',
    request: ['PATCH', COMPLETE, { dueDate: '2030-04-17' }],
  },
  {
    operationId: 'updateTrainingAssignment',
    example: 'started',
    request: ['PATCH', COMPLETE, { status: 'in_progress' }],
  },
  {
    operationId: 'updateTask',
    example: 'complete',
    before: [['PUT', BASELINE, { ...baseline, status: 'complete' }]],
    request: ['PUT', BASELINE, { ...baseline, status: 'open' }],
  },
  {
    operationId: 'updateTaskInstance',
    example: 'complete',
    before: [['PUT', instance, { status: 'complete' }]],
    request: ['PUT', instance, { status: 'in_progress' }],
  },
  {
    operationId: 'updateTask',
    example: 'overdue',
    before: [['PUT', PATCHES, { ...patches, status: 'in_progress' }]],
    request: ['PUT', PATCHES, { ...patches, status: 'overdue' }],
  },
  {
    operationId: 'updateTaskInstance',
    example: 'cancelledSeries',
    before: [['PUT', PATCHES, { ...patches, status: 'cancelled' }]],
    request: ['PUT', instance, { status: 'in_progress' }],
  },
  {
    operationId: 'reassignTasksFromCsm',
    example: 'neverDesignated',
    request: ['POST', '/tasks/reassign-from-csm', { fromUserId: ENGINEER, toUserId: SECURITY_LEAD }],
  },
  {
    operationId: 'createPolicyDocumentFromProcessed',
    example: 'alreadyDocument',
    before: [['POST', '/policy-documents/create-from-processed', promoted]],
    request: ['POST', '/policy-documents/create-from-processed', promoted],
  },
  {
    operationId: 'createPolicyDocumentFromProcessed',
    example: 'failed',
    request: [
      'POST',
      '/policy-documents/create-from-processed',
      { ...promoted, fileId: 'fl_01kkpswt6kefdr19a5hpyxzmqp' },
    ],
  },
  {
    operationId: 'createPolicyDocumentFromProcessed',
    example: 'noSections',
    request: ['POST', '/policy-documents/create-from-processed', { ...promoted, fileId: IMAGE }],
  },
  {
    operationId: 'updatePolicyDocument',
    example: 'submitted',
    before: [submit],
    request: ['PATCH', document, { title: 'Recovery Plan' }],
  },
  {
    operationId: 'deletePolicyDocument',
    example: 'approved',
    before: NEW_VERSION.slice(0, 2),
    request: ['DELETE', newDraft],
  },
  {
    operationId: 'deletePolicyDocument',
    example: 'submitted',
    before: NEW_VERSION.slice(0, 1),
    request: ['DELETE', newDraft],
  },
  {
    operationId: 'deletePolicyDocument',
    example: 'reverted',
    before: NEW_VERSION,
    request: ['DELETE', newDraft],
  },
  {
    operationId: 'updatePolicyDocumentAssets',
    example: 'submitted',
    before: [submit],
    request: ['PATCH', `${document}/assets`, { attachFileIds: [PROCESSED_FILE] }],
  },
  {
    operationId: 'reorderDocumentSections',
    example: 'submitted',
    before: [submit],
    request: ['PATCH', `${document}/sections/reorder`, { sectionIds: SECTIONS }],
  },
  { operationId: 'submitPolicyDocument', example: 'submitted', before: [submit], request: submit },
  { operationId: 'approvePolicyDocument', example: 'draft', request: approve },
  {
    operationId: 'approvePolicyDocument',
    example: 'notApprover',
    before: [submit],
    as: ENGINEER,
    request: approve,
  },
  { operationId: 'revertPolicyDocument', example: 'draft', request: ['POST', `${document}/revert`] },
  {
    operationId: 'createUser',
    example: 'emailTaken',
    request: [
      'POST',
      '/users',
      { name: 'Dale Hutchins', email: 'dale.hutchins@cedar-valley.example', role: 'auditor' },
    ],
  },
  {
    operationId: 'createUser',
    example: 'pendingInvitation',
    request: [
      'POST',
      '/users',
      { name: 'Jordan Ellis', email: 'jordan.ellis@cedar-valley.example', role: 'auditor' },
    ],
  },
  {
    operationId: 'updateUser',
    example: 'emailTaken',
    request: ['PATCH', `/users/${SECURITY_LEAD}`, { email: 'dale.hutchins@cedar-valley.example' }],
  },
  {
    operationId: 'updateUser',
    example: 'lastAdministrator',
    request: ['PATCH', `/users/${TOM}`, { role: 'auditor' }],
  },
  { operationId: 'deleteUser', example: 'yourself', request: ['DELETE', `/users/${ME}`] },
  { operationId: 'deleteUser', example: 'lastAdministrator', request: ['DELETE', `/users/${TOM}`] },
  {
    operationId: 'createInvitation',
    example: 'addressOfUser',
    request: invited('dale.hutchins@cedar-valley.example'),
  },
  {
    operationId: 'createInvitation',
    example: 'pendingInvitation',
    request: invited('jordan.ellis@cedar-valley.example'),
  },
  { operationId: 'acceptInvitation', example: 'accepted', before: [accept], request: accept },
  { operationId: 'acceptInvitation', example: 'expired', advance: 'P10Y', request: accept },
  { operationId: 'cancelInvitation', example: 'accepted', request: ['DELETE', ACCEPTED] },
  { operationId: 'resendInvitation', example: 'accepted', request: ['POST', `${ACCEPTED}/resend`] },
  {
    operationId: 'createCipSeniorManagerAssignment',
    example: 'alreadyDesignated',
    request: designated(SENIOR_MANAGER, '2026-09-01'),
  },
  {
    operationId: 'createCipSeniorManagerAssignment',
    example: 'dateTooEarly',
    request: designated(TOM, '2026-03-02'),
  },
  {
    operationId: 'updateCipSeniorManagerAssignment',
    example: 'dateOutOfOrder',
    before: [designated(TOM, '2026-09-01')],
    request: [
      'PATCH',
      `/cip-senior-manager-assignments/${SENIOR_MANAGER_ASSIGNMENT}`,
      { effectiveDate: '2026-10-01' },
    ],
  },
  { operationId: 'createAccessControl', example: 'duplicate', request: ['POST', '/access-control', item] },
  {
    operationId: 'updateAccessControl',
    example: 'duplicate',
    before: [['POST', '/access-control', { ...item, resourceId: ASHFORD }]],
    request: ['PUT', `/access-control/${ACCESS_ITEM}`, { ...item, resourceId: ASHFORD }],
  },
  {
    operationId: 'createAccessControl',
    example: 'withoutEffect',
    request: ['POST', '/access-control', { ...item, userId: AUDITOR }],
  },
  {
    operationId: 'updateAccessControl',
    example: 'withoutEffect',
    request: ['PUT', `/access-control/${ACCESS_ITEM}`, { ...item, userId: AUDITOR }],
  },
  {
    operationId: 'grantRaptorComplyAccess',
    example: 'withoutEffect',
    before: [
      ['PUT', `/access-control/${READ_ITEM}`, { ...readItem, resourceId: RTU, resourceType: 'cyber_asset' }],
      ['DELETE', `/cyber-assets/${RTU}`],
    ],
    request: ['POST', `/access-control/user/${AUDITOR}/grant`, { accessControlItemIds: [READ_ITEM] }],
  },
];
