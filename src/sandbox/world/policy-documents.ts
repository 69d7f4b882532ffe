// Policy documents: files in processing, sections, supporting files, the approval cycle and versions.
import { notFound } from '../../errors';
import type { Behavior, Behaviors, Call, Change } from './behavior';
import { create, read } from './conventions';
import type { Fields } from './model';
import { conflict, invalid, invalidReference } from './rejections';
import { newId, type World } from './world';

const DAY = 86_400_000;

function requireDraft(_world: World, { before: { status } }: Change): void {
  if (status !== 'draft')
    throw conflict(
      `The document is ${String(status)}. Only a draft can change; revert an approved document first.`,
    );
}

const titleOf = ({ title }: Fields): string => `"${String(title)}"`;
const versionsOf = ({ target }: Call): Fields[] => (target['$versions'] ?? []) as Fields[];
const assetsOf = (document: Fields): Fields[] => document['assets'] as Fields[];
const filesIn = ({ body }: Call, name: string): string[] => (body[name] ?? []) as string[];

const assetOf = ({ id, fileName, mediaType, sizeBytes }: Fields): Fields => ({
  fileId: id,
  fileName,
  mediaType,
  sizeBytes,
});

const sectionsFound = (count: unknown): Fields[] =>
  Array.from({ length: Number(count) }, (_, index) => ({
    id: newId('sec'),
    position: index + 1,
    title: `Section ${index + 1}`,
    content: `The text of section ${index + 1}.`,
  }));

/** A change of a part of a draft. `If-Match` takes the tag of the whole document or of the part. */
const draftPart = (run: (world: World, call: Call) => Promise<Fields>): Behavior => ({
  async run(world, call) {
    requireDraft(world, { before: call.target, after: {}, body: call.body });
    return { body: await run(world, call) };
  },
});

const version = (find: (versions: Fields[], call: Call) => Fields | undefined): Behavior => ({
  run(_world, call) {
    const found = find(versionsOf(call), call);
    if (!found) throw notFound();
    return Promise.resolve({ body: found });
  },
});

export const policyDocuments = {
  listPolicyDocuments: {},
  createPolicyDocument: {},
  uploadPolicyDocumentFile: {
    async run(world, { files: [file] }) {
      const record = {
        fileName: file!.name,
        mediaType: file!.mediaType,
        sizeBytes: file!.bytes,
        status: 'processing',
        uploadedBy: (await world.me())['id'],
        uploadedAt: world.now.toISOString(),
      };
      return { body: await world.create('File', record) };
    },
  },
  getProcessingFiles: {
    async run(world) {
      const files = (await world.list('File')).filter(({ $documentId }) => $documentId === undefined);
      return { body: { data: files, total: files.length } };
    },
  },
  createPolicyDocumentFromProcessed: {
    async run(world, call) {
      const file = (await world.find('File', call.body['fileId']))!;
      if (file['$documentId'] !== undefined) throw conflict('The file is already a document.');
      if (file['status'] !== 'processed')
        throw conflict(
          `The file is ${String(file['status'])}. Wait until it is processed, or upload another one.`,
        );
      const outcome = await create(world, call, {
        rules: (_world, { after }) => void (after['sections'] = sectionsFound(file['sectionCount'])),
      });
      await world.change('File', file, { ...file, $documentId: (outcome.body as Fields)['id'] });
      return outcome;
    },
  },
  getPolicyDocumentWithSections: { run: (world, call) => read(world, call, {}) },
  updatePolicyDocument: { rules: requireDraft },
  deletePolicyDocument: { rules: requireDraft },
  updatePolicyDocumentAssets: {
    validate(call) {
      const detached = filesIn(call, 'detachFileIds');
      const both = filesIn(call, 'attachFileIds').findIndex((id) => detached.includes(id));
      if (both >= 0) throw invalid(`attachFileIds.${both}`, 'is also in detachFileIds');
    },
    ...draftPart(async (world, call) => {
      const { target } = call;
      const detached = filesIn(call, 'detachFileIds');
      detached.forEach((id, index) => {
        if (!assetsOf(target).some(({ fileId }) => fileId === id))
          throw invalidReference(`detachFileIds.${index}`, 'attached file');
      });
      const added = filesIn(call, 'attachFileIds').filter(
        (id) => !assetsOf(target).some(({ fileId }) => fileId === id),
      );
      const files = await Promise.all(added.map((id) => world.find('File', id)));
      const kept = assetsOf(target).filter(({ fileId }) => !detached.includes(String(fileId)));
      const assets = [...kept, ...files.map((file) => assetOf(file!))];
      const isSame = added.length + detached.length === 0;
      if (!isSame) await world.change('PolicyDocument', target, { ...target, assets });
      return { documentId: target['id'], assets };
    }),
  },
  reorderDocumentSections: draftPart(async (world, { target, body }) => {
    const ids = body['sectionIds'] as string[];
    const sections = new Map((target['sections'] as Fields[]).map((section) => [section['id'], section]));
    const unknown = ids.findIndex((id) => !sections.has(id));
    if (unknown >= 0)
      throw invalidReference(`sectionIds.${unknown}`, 'section of this document, so no record');
    if (ids.length < sections.size)
      throw invalid('sectionIds', 'must name every section of the document once');
    const ordered = ids.map((id, index) => ({ ...sections.get(id), position: index + 1 }));
    return world.change('PolicyDocument', target, { ...target, sections: ordered });
  }),

  submitPolicyDocument: {
    async rules(world, change) {
      const submittedBy = (await world.me())['id'];
      Object.assign(change.after, { submittedAt: world.now.toISOString(), submittedBy });
      change.note = {
        operation: 'submitted',
        description: `Submitted ${titleOf(change.after)} for approval.`,
      };
    },
  },
  approvePolicyDocument: {
    async rules(world, change) {
      const { after } = change;
      const versions = (after['$versions'] ?? []) as Fields[];
      const versionNumber = versions.length + 1;
      const path = `${String(after['id'])}/versions/${versionNumber}.pdf`;
      const approval = {
        versionNumber,
        approvedAt: world.now.toISOString(),
        approvedBy: (await world.me())['id'],
      };
      const interval = Number(after['reviewIntervalDays'] ?? 0) * DAY;
      const reviewDate = new Date(world.now.getTime() + interval).toISOString().slice(0, 10);
      const snapshotUrl = `https://records.${world.organization.slug}.example/policy-documents/${path}`;
      const created = { ...approval, documentId: after['id'], snapshotUrl };
      Object.assign(
        after,
        approval,
        { $versions: [...versions, created] },
        interval > 0 ? { reviewDate } : {},
      );
      change.note = {
        operation: 'approved',
        description: `Approved ${titleOf(after)} as version ${versionNumber}.`,
      };
    },
  },
  revertPolicyDocument: {
    rules(_world, change) {
      delete change.after['submittedAt'];
      delete change.after['submittedBy'];
      change.note = { operation: 'reverted', description: `Reverted ${titleOf(change.after)} to a draft.` };
    },
  },
  logPdfExport: {
    async run(world, { target }) {
      const description = `Exported ${titleOf(target)} as PDF.`;
      world.record('PolicyDocument', target, target, { operation: 'pdf_exported', description });
      const exportedBy = (await world.me())['id'];
      return { body: { documentId: target['id'], exportedAt: world.now.toISOString(), exportedBy } };
    },
  },
  listDocumentVersions: {
    run: (_world, call) =>
      Promise.resolve({ body: { data: [...versionsOf(call)].reverse(), total: versionsOf(call).length } }),
  },
  getLatestDocumentVersion: version((versions) => versions.at(-1)),
  getDocumentVersionByNumber: version((versions, { params }) =>
    versions.find(({ versionNumber }) => versionNumber === params['versionNumber']),
  ),
} satisfies Behaviors;
