// Policy documents: files in processing, sections, supporting files, the approval cycle and versions.
import { notFound } from '../../base/errors';
import {
  approvedNote,
  changeAssets,
  newVersion,
  nextReview,
  reorderSections,
  requireDeletable,
  requireDistinct,
  requireDraft,
  requirePromotable,
  revertedNote,
  snapshotSite,
  submittedNote,
} from './rules/policy-document-rules';
import type { Behaviors } from './behavior';
import { create } from './conventions';
import { type RecordOf, newId } from '../records/table';
import { requireApprover } from './permission';
import type { World } from '../records/world';

type PolicyDocument = RecordOf<'PolicyDocument'>;
type ProcessingFile = RecordOf<'File'>;
type Version = NonNullable<PolicyDocument['$versions']>[number];

/** The contract's limit of `fileName`. */
const MAX_FILE_NAME = 255;

const onlyDraft = {
  rules: (_world: unknown, { before }: { before: PolicyDocument }) => requireDraft(before),
};

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
      requirePromotable(file, file.$documentId !== undefined);
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
  updatePolicyDocument: onlyDraft,
  deletePolicyDocument: {
    rules: (_world, { before }) => requireDeletable(before, before.$versions ?? []),
  },
  updatePolicyDocumentAssets: {
    validate: ({ body }) => requireDistinct(body),
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
      Object.assign(change.after, {
        submittedAt: world.now.toISOString(),
        submittedBy: world.userId,
      });
      change.note = submittedNote(change.after);
    },
  },
  approvePolicyDocument: {
    async rules(world, change) {
      await requireApprover(world);
      const { id, title, sections, reviewIntervalDays, $versions = [] } = change.after;
      const { now, organization } = world;
      const site = snapshotSite(organization.slug);
      const version = newVersion(id, $versions, { approvedBy: world.userId, now, site });
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
      world.record('PolicyDocument', target, target, { operation: 'pdf_exported', description });
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
const urlOf = ({ stores, organization }: World, path: string): string =>
  `${stores.origin()}/sandbox/worlds/${organization.id}/${path}`;

const withSnapshot = (world: World, version: Version): Version => ({
  ...version,
  snapshotUrl: urlOf(world, `versions/${version.documentId}/${version.versionNumber}`),
});

/** The files of the demo data have no bytes. */
const withDownload = (world: World, file: ProcessingFile): ProcessingFile =>
  file.$digest === undefined ? file : { ...file, downloadUrl: urlOf(world, `files/${file.id}`) };

function found(world: World, version: Version | undefined, otherwise: string) {
  if (!version) throw notFound(otherwise);
  return { body: withSnapshot(world, version) };
}
