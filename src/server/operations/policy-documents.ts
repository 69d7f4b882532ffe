// Policy documents: files in processing, sections, supporting files, the approval cycle and versions.
import type { components } from '../../../generated/types';
import { addDays, toDay } from '../../base/day';
import { conflict, invalid, invalidReference, notFound } from '../../base/errors';
import type { Note } from '../audit/entry';
import type { Behaviors } from './behavior';
import { create } from './conventions';
import { newId } from '../records/table';
import type { RecordOf } from '../records/views';
import { requireApprover } from './permission';
import type { World } from '../records/world';

type Schemas = components['schemas'];
type PolicyDocument = RecordOf<'PolicyDocument'>;
type ProcessingFile = RecordOf<'File'>;
type Version = NonNullable<PolicyDocument['$versions']>[number];

function requireDraft({ status }: PolicyDocument): void {
  if (status === 'draft') return;
  const remedy = status === 'approved' ? 'revert it first' : 'approve and revert it first';
  throw conflict(`The document is ${status}. Only a draft can change: ${remedy}.`);
}

/** Versions are immutable, so a document with one stays. @throws ApiError `conflict`. */
function requireDeletable({ status, $versions: { length } = [] }: PolicyDocument): void {
  const versions = length === 1 ? '1 approved version, which is' : `${length} approved versions, which are`;
  if (length > 0)
    throw conflict(
      `The document has ${versions} immutable, and cannot be deleted. To retire it, say so in the title of its next draft, and approve that.`,
    );
  if (status !== 'draft') throw conflict(`The document is ${status}. Only a draft can be deleted.`);
}

/** @throws ApiError `conflict` for a file from which no document can be made. */
function requirePromotable({ status, sectionCount, $documentId }: ProcessingFile): void {
  if ($documentId !== undefined) throw conflict('The file is already a document.');
  if (status !== 'processed')
    throw conflict(`The file is ${status}. Wait until it is processed, or upload another one.`);
  if (sectionCount === 0) throw conflict('The file has no sections. Upload the document as PDF or DOCX.');
}

/** Returns the supporting files after a change. @throws ApiError `invalid_reference`. */
function changeAssets(
  { assets }: PolicyDocument,
  attached: ProcessingFile[],
  detachedIds: string[],
): PolicyDocument['assets'] {
  const present = assets.map(({ fileId }) => fileId);
  const missing = detachedIds.findIndex((id) => !present.includes(id));
  if (missing >= 0) throw invalidReference(`detachFileIds.${missing}`, 'attached file');
  const added = attached
    .filter(({ id }) => !present.includes(id))
    .map(({ id: fileId, fileName, mediaType, sizeBytes }) => ({ fileId, fileName, mediaType, sizeBytes }));
  return [...assets.filter(({ fileId }) => !detachedIds.includes(fileId)), ...added];
}

/** Returns the sections in a new order. @throws ApiError `invalid_reference`, `validation_error`. */
function reorderSections({ sections }: PolicyDocument, ids: string[]): PolicyDocument['sections'] {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const unknown = ids.findIndex((id) => !byId.has(id));
  if (unknown >= 0) throw invalidReference(`sectionIds.${unknown}`, 'section of this document');
  if (ids.length < sections.length)
    throw invalid('sectionIds', 'must name every section of the document once');
  return ids.map((id, index) => ({ ...byId.get(id)!, position: index + 1 }));
}

/** Returns the version that an approval creates. `slug`: that of the organization. */
export function newVersion(
  documentId: string,
  earlier: Schemas['PolicyDocumentVersion'][],
  { approvedBy, now, slug }: { approvedBy: string; now: Date; slug: string },
): Schemas['PolicyDocumentVersion'] {
  const versionNumber = earlier.length + 1;
  const snapshotUrl = `https://records.${slug}.example/policy-documents/${documentId}/versions/${versionNumber}.pdf`;
  return { versionNumber, documentId, approvedAt: now.toISOString(), approvedBy, snapshotUrl };
}

/** Returns the day of the next review; undefined for a document without an interval. */
export const nextReview = (days: number | undefined, approved: Date): string | undefined =>
  days === undefined ? undefined : addDays(toDay(approved), days);

type Titled = Pick<PolicyDocument, 'title'>;

/** The text of the log about the steps of the approval cycle. */
export const submittedNote = ({ title }: Titled): Note => ({
  operation: 'submitted',
  description: `Submitted "${title}" for approval.`,
});
export const approvedNote = ({ title }: Titled, versionNumber: number): Note => ({
  operation: 'approved',
  description: `Approved "${title}" as version ${versionNumber}.`,
});
export const revertedNote = ({ title }: Titled): Note => ({
  operation: 'reverted',
  description: `Reverted "${title}" to a draft.`,
});

/** The contract's limit of `fileName`. */
const MAX_FILE_NAME = 255;

const sectionsFound = (count = 0): PolicyDocument['sections'] =>
  Array.from({ length: count }, (_, index) => {
    const title = `Section ${index + 1}`;
    return { id: newId('sec'), position: index + 1, title, content: `The text of ${title}.` };
  });

export const policyDocuments = {
  listPolicyDocuments: {},
  createPolicyDocument: {},
  uploadPolicyDocumentFile: {
    async run(world, { files: [file] }) {
      const { name, mediaType, content, digest } = file!;
      const fileName = name.slice(0, MAX_FILE_NAME);
      const uploaded = { uploadedBy: world.userId, uploadedAt: world.now.toISOString() };
      const details = { fileName, mediaType, sizeBytes: content.length, status: 'processing' };
      const record = await world.create('File', { ...details, ...uploaded, $digest: digest });
      return { body: withDownload(world, record as ProcessingFile) };
    },
  },
  createPolicyDocumentFromProcessed: {
    async run(world, call) {
      const file = (await world.find('File', call.body.fileId))!;
      requirePromotable(file);
      const outcome = await create(world, call, {
        rules: (_world, { after }) => void (after.sections = sectionsFound(file.sectionCount)),
      });
      const { id } = outcome.body as PolicyDocument;
      await world.change('File', file, { ...file, $documentId: id });
      return outcome;
    },
  },
  getProcessingFiles: {
    async run(world) {
      const data = (await world.list('File')).filter(({ $documentId }) => $documentId === undefined);
      return { body: { data: data.map((file) => withDownload(world, file)), total: data.length } };
    },
  },
  getPolicyDocumentWithSections: {},
  updatePolicyDocument: { rules: (_world, { before }) => requireDraft(before) },
  deletePolicyDocument: { rules: (_world, { before }) => requireDeletable(before) },
  updatePolicyDocumentAssets: {
    validate({ body: { attachFileIds = [], detachFileIds = [] } }) {
      const both = attachFileIds.findIndex((id) => detachFileIds.includes(id));
      if (both >= 0) throw invalid(`attachFileIds.${both}`, 'is also in detachFileIds');
    },
    references: (_world, { target, body }) => void changeAssets(target, [], body.detachFileIds ?? []),
    async run(world, { target, body: { attachFileIds = [], detachFileIds = [] } }) {
      const files = await Promise.all(attachFileIds.map((id) => world.find('File', id)));
      const assets = changeAssets(target, files as RecordOf<'File'>[], detachFileIds);
      if (attachFileIds.length + detachFileIds.length > 0) requireDraft(target);
      if (JSON.stringify(assets) !== JSON.stringify(target.assets))
        await world.change('PolicyDocument', target, { ...target, assets });
      return { body: { documentId: target.id, assets } };
    },
  },
  reorderDocumentSections: {
    references: (_world, { target, body }) => void reorderSections(target, body.sectionIds),
    async run(world, { target, body: { sectionIds } }) {
      const sections = reorderSections(target, sectionIds);
      requireDraft(target);
      return { body: await world.change('PolicyDocument', target, { ...target, sections }) };
    },
  },
  submitPolicyDocument: {
    rules(world, change) {
      const [submittedAt, submittedBy] = [world.now.toISOString(), world.userId];
      Object.assign(change.after, { submittedAt, submittedBy });
      change.note = submittedNote(change.after);
    },
  },
  approvePolicyDocument: {
    async rules(world, change) {
      await requireApprover(world);
      const { id, title, sections, reviewIntervalDays, $versions = [] } = change.after;
      const { now, organization, userId: approvedBy } = world;
      const version = newVersion(id, $versions, { approvedBy, now, slug: organization.slug });
      const reviewDate = nextReview(reviewIntervalDays, now);
      Object.assign(
        change.after,
        version,
        { $versions: [...$versions, { ...version, $title: title, $sections: sections }] },
        reviewDate && { reviewDate },
      );
      change.note = approvedNote(change.after, version.versionNumber);
    },
  },
  revertPolicyDocument: {
    rules(_world, change) {
      delete change.after.submittedAt;
      delete change.after.submittedBy;
      change.note = revertedNote(change.after);
    },
  },
  logPdfExport: {
    run(world, { target }) {
      const description = `Exported "${target.title}" as PDF.`;
      world.log('PolicyDocument', target, target, { operation: 'pdf_exported', description });
      const [exportedAt, exportedBy] = [world.now.toISOString(), world.userId];
      return { body: { documentId: target.id, exportedAt, exportedBy } };
    },
  },
  listDocumentVersions: {
    run(world, { target: { $versions = [] } }) {
      const data = [...$versions].reverse().map((version) => withSnapshot(world, version));
      return { body: { data, total: data.length } };
    },
  },
  getLatestDocumentVersion: {
    run: (world, { target: { id, $versions } }) =>
      found(world, $versions?.at(-1), `The policy document ${id} has no version.`),
  },
  getDocumentVersionByNumber: {
    run: (world, { target: { id, $versions }, params: { versionNumber } }) =>
      found(
        world,
        $versions?.find((each) => each.versionNumber === versionNumber),
        `The policy document ${id} has no version ${versionNumber}.`,
      ),
  },
} satisfies Behaviors<'PolicyDocument'>;

/** The control interface has the texts of versions and the bytes of files: no operation returns them. */
const createUrl = ({ stores, organization }: World, path: string): string =>
  `${stores.origin()}/sandbox/worlds/${organization.id}/${path}`;

const withSnapshot = (world: World, version: Version): Version => ({
  ...version,
  snapshotUrl: createUrl(world, `versions/${version.documentId}/${version.versionNumber}`),
});

/** The files of the demo data have no bytes. */
const withDownload = (world: World, file: ProcessingFile): ProcessingFile =>
  file.$digest === undefined ? file : { ...file, downloadUrl: createUrl(world, `files/${file.id}`) };

function found(world: World, version: Version | undefined, otherwise: string) {
  if (!version) throw notFound(otherwise);
  return { body: withSnapshot(world, version) };
}
