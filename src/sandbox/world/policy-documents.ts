// Policy documents: files in processing, sections, supporting files, the approval cycle and versions.
import { notFound } from '../../errors';
import type { AnyCall, Behaviors } from './behavior';
import type { RecordOf } from './collections';
import { create } from './conventions';
import { conflict, invalid, invalidReference } from './rules';
import { newId } from './world';

type PolicyDocument = RecordOf<'PolicyDocument'>;

function requireDraft({ status }: PolicyDocument): void {
  if (status !== 'draft')
    throw conflict(`The document is ${status}. Only a draft can change; revert an approved document first.`);
}
const onlyDraft = {
  rules: (_world: unknown, { before }: { before: PolicyDocument }) => requireDraft(before),
};

const sectionsFound = (count = 0): PolicyDocument['sections'] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('sec'),
    position: index + 1,
    title: `Section ${index + 1}`,
    content: `The text of section ${index + 1}.`,
  }));

const dayAfter = (days: number, from: Date): string =>
  new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);

export const policyDocuments: Behaviors<
  'PolicyDocument',
  | 'listPolicyDocuments'
  | 'createPolicyDocument'
  | 'uploadPolicyDocumentFile'
  | 'createPolicyDocumentFromProcessed'
  | 'getProcessingFiles'
  | 'getPolicyDocumentWithSections'
  | 'updatePolicyDocument'
  | 'deletePolicyDocument'
  | 'updatePolicyDocumentAssets'
  | 'reorderDocumentSections'
  | 'submitPolicyDocument'
  | 'approvePolicyDocument'
  | 'revertPolicyDocument'
  | 'logPdfExport'
  | 'listDocumentVersions'
  | 'getLatestDocumentVersion'
  | 'getDocumentVersionByNumber'
> = {
  listPolicyDocuments: {},
  createPolicyDocument: {},
  uploadPolicyDocumentFile: {
    async run(world, { files: [file] }) {
      const { name: fileName, mediaType, bytes: sizeBytes } = file!;
      const [uploadedBy, uploadedAt] = [(await world.me()).id, world.now.toISOString()];
      const record = { fileName, mediaType, sizeBytes, status: 'processing', uploadedBy, uploadedAt };
      return { body: await world.create('File', record) };
    },
  },
  createPolicyDocumentFromProcessed: {
    async run(world, call) {
      const file = (await world.find('File', call.body.fileId))!;
      if (file.$documentId !== undefined) throw conflict('The file is already a document.');
      if (file.status !== 'processed')
        throw conflict(`The file is ${file.status}. Wait until it is processed, or upload another one.`);
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
      return { body: { data, total: data.length } };
    },
  },
  getPolicyDocumentWithSections: {},
  updatePolicyDocument: onlyDraft,
  deletePolicyDocument: onlyDraft,
  updatePolicyDocumentAssets: {
    validate({ body: { attachFileIds = [], detachFileIds = [] } }) {
      const both = attachFileIds.findIndex((id) => detachFileIds.includes(id));
      if (both >= 0) throw invalid(`attachFileIds.${both}`, 'is also in detachFileIds');
    },
    async run(world, { target, body: { attachFileIds = [], detachFileIds = [] } }) {
      const present = target.assets.map(({ fileId }) => fileId);
      const missing = detachFileIds.findIndex((id) => !present.includes(id));
      if (missing >= 0) throw invalidReference(`detachFileIds.${missing}`, 'attached file');
      requireDraft(target);
      const assets = target.assets.filter(({ fileId }) => !detachFileIds.includes(fileId));
      for (const id of attachFileIds.filter((each) => !present.includes(each))) {
        const { fileName, mediaType, sizeBytes } = (await world.find('File', id))!;
        assets.push({ fileId: id, fileName, mediaType, sizeBytes });
      }
      const isSame = assets.map(({ fileId }) => fileId).join() === present.join();
      if (!isSame) await world.change('PolicyDocument', target, { ...target, assets });
      return { body: { documentId: target.id, assets } };
    },
  },
  reorderDocumentSections: {
    async run(world, { target, body: { sectionIds } }) {
      const sections = new Map(target.sections.map((section) => [section.id, section]));
      const unknown = sectionIds.findIndex((id) => !sections.has(id));
      if (unknown >= 0) throw invalidReference(`sectionIds.${unknown}`, 'section of this document');
      if (sectionIds.length < sections.size)
        throw invalid('sectionIds', 'must name every section of the document once');
      requireDraft(target);
      const ordered = sectionIds.map((id, index) => ({ ...sections.get(id), position: index + 1 }));
      return { body: await world.change('PolicyDocument', target, { ...target, sections: ordered }) };
    },
  },
  submitPolicyDocument: {
    async rules(world, change) {
      Object.assign(change.after, {
        submittedAt: world.now.toISOString(),
        submittedBy: (await world.me()).id,
      });
      change.note = {
        operation: 'submitted',
        description: `Submitted "${change.after.title}" for approval.`,
      };
    },
  },
  approvePolicyDocument: {
    async rules(world, change) {
      const { id, title, reviewIntervalDays, $versions = [] } = change.after;
      const [versionNumber, approvedAt] = [$versions.length + 1, world.now.toISOString()];
      const approval = { versionNumber, approvedAt, approvedBy: (await world.me()).id };
      const snapshotUrl = `https://records.${world.organization.slug}.example/policy-documents/${id}/versions/${versionNumber}.pdf`;
      const reviewDate = reviewIntervalDays && { reviewDate: dayAfter(reviewIntervalDays, world.now) };
      const versions = [...$versions, { ...approval, documentId: id, snapshotUrl }];
      Object.assign(change.after, approval, reviewDate, { $versions: versions });
      change.note = {
        operation: 'approved',
        description: `Approved "${title}" as version ${versionNumber}.`,
      };
    },
  },
  revertPolicyDocument: {
    rules(_world, change) {
      delete change.after.submittedAt;
      delete change.after.submittedBy;
      change.note = { operation: 'reverted', description: `Reverted "${change.after.title}" to a draft.` };
    },
  },
  logPdfExport: {
    async run(world, { target: { id, title, ...target } }) {
      const note = { operation: 'pdf_exported', description: `Exported "${title}" as PDF.` } as const;
      world.record('PolicyDocument', { id, title, ...target }, note);
      return {
        body: { documentId: id, exportedAt: world.now.toISOString(), exportedBy: (await world.me()).id },
      };
    },
  },
  listDocumentVersions: {
    run: (_world, { target: { $versions = [] } }) => ({
      body: { data: $versions.toReversed(), total: $versions.length },
    }),
  },
  getLatestDocumentVersion: {
    run(_world, { target: { $versions = [] } }) {
      if ($versions.length === 0) throw notFound();
      return { body: $versions.at(-1) };
    },
  },
  getDocumentVersionByNumber: {
    run(_world, { target: { $versions = [] }, params: { versionNumber } }) {
      const version = $versions.find((each) => each.versionNumber === versionNumber);
      if (!version) throw notFound();
      return { body: version };
    },
  },
};
