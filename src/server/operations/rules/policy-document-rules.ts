// Rules of policy documents: drafts, supporting files, sections and approvals. Pure.
import type { components } from '../../../../generated/types';
import { addDays, dayOf } from '../../../base/day';
import { conflict, invalid, invalidReference } from '../../../base/errors';
import type { Note } from '../../audit/entry';

type Schemas = components['schemas'];
type PolicyDocument = Schemas['PolicyDocumentWithSections'];
type File = Pick<Schemas['ProcessingFile'], 'id' | 'fileName' | 'mediaType' | 'sizeBytes'>;

export function requireDraft({ status }: Pick<PolicyDocument, 'status'>): void {
  if (status === 'draft') return;
  const remedy = status === 'approved' ? 'revert it first' : 'approve and revert it first';
  throw conflict(`The document is ${status}. Only a draft can change: ${remedy}.`);
}

/** Versions are immutable, so a document with one stays. @throws ApiError `conflict`. */
export function requireDeletable({ status }: Pick<PolicyDocument, 'status'>, { length }: unknown[]): void {
  const versions = length === 1 ? '1 approved version, which is' : `${length} approved versions, which are`;
  if (length > 0)
    throw conflict(
      `The document has ${versions} immutable, and cannot be deleted. To retire it, say so in the title of its next draft, and approve that.`,
    );
  if (status !== 'draft') throw conflict(`The document is ${status}. Only a draft can be deleted.`);
}

/** @throws ApiError `conflict` for a file from which no document can be made. */
export function requirePromotable(
  { status, sectionCount }: Pick<Schemas['ProcessingFile'], 'status' | 'sectionCount'>,
  isDocument: boolean,
): void {
  if (isDocument) throw conflict('The file is already a document.');
  if (status !== 'processed')
    throw conflict(`The file is ${status}. Wait until it is processed, or upload another one.`);
  if (sectionCount === 0) throw conflict('The file has no sections. Upload the document as PDF or DOCX.');
}

export function requireDistinct({
  attachFileIds = [],
  detachFileIds = [],
}: Schemas['UpdatePolicyDocumentAssetsRequest']): void {
  const both = attachFileIds.findIndex((id) => detachFileIds.includes(id));
  if (both >= 0) throw invalid(`attachFileIds.${both}`, 'is also in detachFileIds');
}

/** Returns the supporting files after a change. @throws ApiError `invalid_reference`. */
export function changeAssets(
  { assets }: Pick<PolicyDocument, 'assets'>,
  attached: File[],
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
export function reorderSections(
  { sections }: Pick<PolicyDocument, 'sections'>,
  ids: string[],
): PolicyDocument['sections'] {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const unknown = ids.findIndex((id) => !byId.has(id));
  if (unknown >= 0) throw invalidReference(`sectionIds.${unknown}`, 'section of this document');
  if (ids.length < sections.length)
    throw invalid('sectionIds', 'must name every section of the document once');
  return ids.map((id, index) => ({ ...byId.get(id)!, position: index + 1 }));
}

/** Returns the host of the snapshots of an organization. */
export const snapshotSite = (slug: string): string => `records.${slug}.example`;

/** Returns the version that an approval creates. `site`: the host of the snapshots. */
export function newVersion(
  documentId: string,
  earlier: Schemas['PolicyDocumentVersion'][],
  approval: { approvedBy: string; now: Date; site: string },
): Schemas['PolicyDocumentVersion'] {
  const versionNumber = earlier.length + 1;
  const snapshotUrl = `https://${approval.site}/policy-documents/${documentId}/versions/${versionNumber}.pdf`;
  const { approvedBy, now } = approval;
  return { versionNumber, documentId, approvedAt: now.toISOString(), approvedBy, snapshotUrl };
}

/** Returns the day of the next review; undefined for a document without an interval. */
export const nextReview = (days: number | undefined, approved: Date): string | undefined =>
  days === undefined ? undefined : addDays(dayOf(approved), days);

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
