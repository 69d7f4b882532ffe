// Planned operations on policy documents, their files, sections and versions.
import { id, integer, listOf, moment, oneOf, text, url } from './shapes';
import type { Step } from './walk';
import {
  DOCUMENT_TYPE,
  DRAFT,
  NEW_DRAFT,
  MILLBROOK,
  OTHER_FILE,
  PROCESSED_FILE,
  SECTIONS,
  SECURITY_LEAD,
} from './walk-ids';

const status = oneOf('draft', 'submitted', 'approved');
const document = { id: id('pd'), title: text, status, createdAt: moment, updatedAt: moment };
const details = { documentTypeId: id('dt'), ownerId: id('usr'), reviewIntervalDays: integer };
const version = {
  versionNumber: integer,
  documentId: DRAFT,
  approvedAt: moment,
  approvedBy: id('usr'),
  snapshotUrl: url,
};
const newDocument = {
  title: 'System Security Management Policy',
  documentTypeId: DOCUMENT_TYPE,
  ownerId: SECURITY_LEAD,
  reviewIntervalDays: 365,
  description:
    'Ports and services, patches, malicious code, event monitoring and system access control (CIP-003-9 R1.1.4, CIP-007-6).',
};
const promoted = { ...newDocument, title: 'Cyber Security Incident Response Plan', fileId: PROCESSED_FILE };
const at = (rest: string) => `/policy-documents/${DRAFT}${rest}`;
const elsewhere = (rest: string) => ({ path: `/policy-documents/${MILLBROOK}${rest}`, status: 404 as const });

export const documents: Step[] = [
  {
    operationId: 'listPolicyDocuments',
    method: 'GET',
    path: '/policy-documents',
    status: 200,
    shows: { data: listOf({ ...document, ...details }) },
    bad: { path: '/policy-documents?limit=0', field: 'limit' },
  },
  {
    operationId: 'createPolicyDocument',
    method: 'POST',
    path: '/policy-documents',
    body: newDocument,
    status: 201,
    shows: { ...document, ...newDocument, status: 'draft' },
    bad: { body: { ...newDocument, reviewIntervalDays: '365' }, field: 'reviewIntervalDays' },
  },
  {
    operationId: 'uploadPolicyDocumentFile',
    method: 'POST',
    path: '/policy-documents/upload',
    form: { file: '%PDF-1.7 …' },
    status: 201,
    shows: { id: id('fl'), status: text },
    bad: { form: { document: '%PDF-1.7 …' }, field: 'document' },
  },
  {
    operationId: 'createPolicyDocumentFromProcessed',
    method: 'POST',
    path: '/policy-documents/create-from-processed',
    body: promoted,
    status: 201,
    shows: { ...document, ...details, status: 'draft' },
    bad: { body: newDocument, field: 'fileId' },
  },
  {
    operationId: 'getProcessingFiles',
    method: 'GET',
    path: '/policy-documents/processing-files',
    status: 200,
    shows: { data: listOf({ id: id('fl'), status: text }) },
    bad: { path: '/policy-documents/processing-files?status=failed', field: 'status' },
  },
  {
    operationId: 'getPolicyDocumentWithSections',
    method: 'GET',
    path: at('/with-sections'),
    status: 200,
    shows: { ...document, ...details, id: DRAFT, sections: listOf({}) },
    bad: elsewhere('/with-sections'),
  },
  {
    operationId: 'updatePolicyDocument',
    method: 'PATCH',
    path: at(''),
    body: { ownerId: 'usr_01k62kqz7ce2q9ja4kd0msp36m' },
    status: 200,
    shows: { ...document, ...details, id: DRAFT, ownerId: 'usr_01k62kqz7ce2q9ja4kd0msp36m' },
    bad: { body: { title: null }, field: 'title' },
  },
  {
    operationId: 'deletePolicyDocument',
    method: 'DELETE',
    path: `/policy-documents/${NEW_DRAFT}`,
    status: 204,
    bad: { path: '/policy-documents/upload', status: 405 },
  },
  {
    operationId: 'updatePolicyDocumentAssets',
    method: 'PATCH',
    path: at('/assets'),
    body: { attachFileIds: [OTHER_FILE] },
    status: 200,
    shows: { assets: expect.arrayContaining([expect.objectContaining({ fileId: OTHER_FILE })]) },
    bad: { body: { attachFileIds: [7] }, field: 'attachFileIds.0' },
  },
  {
    operationId: 'reorderDocumentSections',
    method: 'PATCH',
    path: at('/sections/reorder'),
    body: { sectionIds: SECTIONS },
    status: 200,
    shows: { sections: SECTIONS.map((section) => expect.objectContaining({ id: section })) },
    bad: { body: { sectionIds: [] }, field: 'sectionIds' },
  },
  {
    operationId: 'submitPolicyDocument',
    method: 'POST',
    path: at('/submit'),
    status: 200,
    shows: { id: DRAFT, status: 'submitted', submittedAt: moment, submittedBy: id('usr') },
    bad: elsewhere('/submit'),
  },
  {
    operationId: 'approvePolicyDocument',
    method: 'POST',
    path: at('/approve'),
    status: 200,
    shows: {
      id: DRAFT,
      status: 'approved',
      approvedAt: moment,
      approvedBy: id('usr'),
      versionNumber: integer,
    },
    bad: elsewhere('/approve'),
  },
  {
    operationId: 'revertPolicyDocument',
    method: 'POST',
    path: at('/revert'),
    status: 200,
    shows: { id: DRAFT, status: 'draft' },
    bad: elsewhere('/revert'),
  },
  {
    operationId: 'logPdfExport',
    method: 'POST',
    path: at('/log-pdf-export'),
    status: 200,
    shows: { exportedAt: moment, exportedBy: id('usr') },
    bad: { path: at('/log-pdf-export?by=me'), field: 'by' },
  },
  {
    operationId: 'listDocumentVersions',
    method: 'GET',
    path: at('/versions'),
    status: 200,
    shows: { data: listOf(version) },
    bad: elsewhere('/versions'),
  },
  {
    operationId: 'getLatestDocumentVersion',
    method: 'GET',
    path: at('/versions/latest'),
    status: 200,
    shows: version,
    bad: elsewhere('/versions/latest'),
  },
  {
    operationId: 'getDocumentVersionByNumber',
    method: 'GET',
    path: at('/versions/1'),
    status: 200,
    shows: { ...version, versionNumber: 1 },
    bad: { path: at('/versions/first'), status: 404 },
  },
];
