// The model of files: uploads, documents from processed files, and supporting files of documents.
import { type Commands, tagged } from './command';
import { bodyWith, references, target } from './dice';
import { addDocument, creation, guardOf, propertiesOf, viewPlain } from './policy-documents';
import { type Row, type World, given, iso, without } from './world';

const PROCESSING_MILLISECONDS = 1000;
const PDF = 'application/pdf';
const PNG = 'image/png';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const BEGINNINGS: Record<string, string> = { [DOCX]: 'PK\u0003\u0004', [PNG]: '\x89PNG\r\n\x1a\n' };

/** The links by the ids of the files: no entry of the log has them. */
const links = new Map<string, string>();

/** Returns an uploaded file as the list shows it: processed after one second, with three sections unless it is an image. */
function viewFile(row: Row): Row {
  const end = Date.parse(row.uploadedAt) + PROCESSING_MILLISECONDS;
  const shown = given({ ...without(row, 'documentId'), downloadUrl: links.get(row.id) }) as Row;
  if (row.status !== 'processing' || Date.now() < end) return shown;
  return {
    ...shown,
    status: 'processed',
    sectionCount: row.mediaType === PNG ? 0 : 3,
    processedAt: iso(end),
  };
}
/** Returns the sections of a new document, whose ids and texts are new. */
function learnSections(world: World, file: Row, { sections }: Row): Row[] {
  const positions = sections.map(({ position }: Row) => position);
  if (positions.join() !== Array.from({ length: viewFile(file).sectionCount }, (_, at) => at + 1).join())
    throw new Error(`The positions of the sections are ${positions.join()}.`);
  for (const { id } of sections) world.learn(id, 'sec');
  return sections;
}
const assetOf = ({ id, fileName, mediaType, sizeBytes }: Row) => ({
  fileId: id,
  fileName,
  mediaType,
  sizeBytes,
});

export const policyDocumentFiles: Commands = {
  uploadPolicyDocumentFile: (world, dice) => {
    const mediaType = dice.pick([PDF, PDF, DOCX, PNG, 'image/gif']);
    const beginning = BEGINNINGS[mediaType] ?? '%PDF-';
    const [fileName, text] = [`plan-${dice.int(100)}.pdf`, beginning + 'x'.repeat(dice.int(20))];
    return {
      file: new Blob([Buffer.from(text, 'latin1')], { type: mediaType }),
      fileName,
      isOtherMedia: mediaType === 'image/gif',
      status: 201,
      succeed({ id, downloadUrl }) {
        links.set(id, downloadUrl);
        const details = { fileName, mediaType, sizeBytes: text.length, status: 'processing' };
        const row = world.add('file', { id, ...details, uploadedBy: world.me, uploadedAt: world.now() });
        world.record('created', 'file', id);
        return viewFile(row);
      },
    };
  },
  getProcessingFiles: (world) => ({
    succeed() {
      const data = world.rows.file.filter((row) => row.documentId === undefined).map(viewFile);
      return { data, total: data.length };
    },
  }),
  createPolicyDocumentFromProcessed: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const fileId = to('file', 'fileId');
    const file = world.find('file', fileId);
    const { properties, unknown: others } = propertiesOf(world, dice);
    return {
      ...bodyWith(dice, { fileId, ...properties }, [['fileId', { fileId: undefined }]]),
      unknown: [...unknown, ...others],
      isConflict:
        file !== undefined &&
        (file.documentId !== undefined ||
          viewFile(file).status !== 'processed' ||
          viewFile(file).sectionCount === 0),
      ...creation(world),
      learnFrom: ({ id }) => `/policy-documents/${id}/with-sections`,
      succeed({ id }, found) {
        file!.documentId = id;
        return viewPlain(addDocument(world, id, properties, learnSections(world, file!, found)));
      },
    };
  },
  updatePolicyDocumentAssets: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    const { to, unknown } = references(world, dice);
    const attached: string[] = row?.assets.map(({ fileId }: Row) => fileId) ?? [];
    const attach = dice.chance(70)
      ? [...new Set([to('file', 'attachFileIds'), to('file', 'attachFileIds')])]
      : [];
    const detach = dice.chance(50) ? dice.some(attached).filter((each) => !attach.includes(each)) : [];
    if (dice.chance(8)) {
      detach.push('fl_none');
      unknown.push('detachFileIds');
    }
    const body = given({
      attachFileIds: attach.length > 0 ? attach : undefined,
      detachFileIds: detach.length > 0 ? detach : undefined,
    });
    const isEmpty = Object.keys(body).length === 0;
    return {
      params: { id },
      ...bodyWith(dice, body, [
        ['', { attachFileIds: ['fl_x'], detachFileIds: ['fl_x'] }],
        ['attachFileIds', { attachFileIds: [] }],
      ]),
      isMissing: !row,
      unknown,
      guard: guardOf(row),
      isConflict: row?.status !== 'draft' && !isEmpty,
      shows: () => tagged(`/policy-documents/${id}/assets`, () => ({ documentId: id, assets: row!.assets })),
      succeed() {
        const kept = row!.assets.filter(({ fileId }: Row) => !detach.includes(fileId));
        const added = attach
          .filter((each) => !attached.includes(each))
          .map((each) => world.find('file', each)!);
        row!.assets = [...kept, ...added.map(assetOf)];
        if (row!.assets.length !== attached.length || added.length > 0) {
          world.touch(row!);
          world.record('updated', 'policy_document', id);
        }
        return { documentId: id, assets: row!.assets };
      },
    };
  },
};
