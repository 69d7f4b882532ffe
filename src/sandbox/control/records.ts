// Reads and edits the records of a world outside of its operations, within the schemas of the contract.
import { invalid, noRecord, notFound } from '../../base/errors';
import { etagOf } from '../../base/digest';
import { isObject } from '../../base/values';
import type { Organization } from '../../base/organization';
import { type Fields, wordsOf } from '../../contract/record-model';
import { TEXT_FORMATS } from '../../contract/validation/text-messages';
import { requireMatch } from '../../server/api/etags';
import type { OpenWorlds } from '../../server/records/open-worlds';
import type { RecordOf } from '../../server/records/views';
import { requireReferences, requireUnique } from '../../server/operations/conventions';
import { becameNote } from '../../server/records/time';
import type { World } from '../../server/records/world';
import { checkFields } from './check-snapshot';
import type { Files } from './files';
import { requireKnownFields } from './seed';

/** Collections whose records have no page and no operation of their own. */
export const HIDDEN = ['CurrentUser', 'DocumentType', 'TaskInstance', 'Time'];

const isOfContract = ([name]: [string, unknown]): boolean => !name.startsWith('$');

async function existing(world: World, collection: string, id: string): Promise<Fields> {
  const record = HIDDEN.includes(collection) ? undefined : await world.find<string>(collection, id);
  if (!record) throw noRecord(wordsOf(collection));
  return record;
}

/** Returns a record as operations return it. */
function shown({ model }: World, collection: string, record: Fields): Fields {
  const fields = Object.fromEntries(Object.entries(record).filter(isOfContract));
  return model.shaped(model.schemaOf(collection), fields) as Fields;
}

const { allowed: TAGS, fault: NO_TAGS } = TEXT_FORMATS.get('entity-tags')!;

/** Returns the entity tag of a record as it is shown. */
export const tagOf = (record: object): string => etagOf(JSON.stringify(record));

/** Processing ends with a reason. @throws ApiError `validation_error`. */
function withFailure({ now }: World, file: Fields): Fields {
  if (file.status !== 'failed') return file;
  if (file.failureReason === undefined) throw invalid('failureReason', 'is required when status is failed');
  return { processedAt: now.toISOString(), ...file };
}

/** @throws ApiError `validation_error`, `invalid_reference`, `conflict`. */
async function checkEdit(world: World, collection: string, before: Fields, after: Fields): Promise<void> {
  const { model } = world;
  requireKnownFields(collection, after);
  if (after.id !== before.id) throw invalid('id', `must be ${String(before.id)}`);
  checkFields(collection, after, '');
  if (after.status === 'overdue' && before.$status === undefined)
    throw invalid('status', 'becomes overdue by time only: set an earlier dueDate, or move the clock');
  await requireReferences(world, model.schemaOf(collection), after, before);
  await requireUnique(world, collection, after);
}

type Document = RecordOf<'PolicyDocument'>;
/** A version of a snapshot of an earlier version lacks its text: the present one stands for it. */
type Version = NonNullable<Document['$versions']>[number] &
  Partial<Record<'$title', string>> & {
    $sections?: Document['sections'];
  };

function textOf(document: Document, version: Version): string {
  const { $title = document.title, $sections = document.sections } = version;
  const { versionNumber, approvedAt, approvedBy } = version;
  const head = [`# ${$title}`, `Version ${versionNumber}, approved ${approvedAt} by ${approvedBy}`];
  return [...head, ...$sections.map(({ title, content }) => `## ${title}\n\n${content}\n`)].join('\n\n');
}

export type StoredFile = Pick<RecordOf<'File'>, 'fileName' | 'mediaType'> & { content: Buffer };

export function createWorldRecords(worlds: OpenWorlds, files: Files) {
  async function find(at: Organization, collection: string, record: string): Promise<Fields> {
    const world = worlds.outside(at);
    return shown(world, collection, await existing(world, collection, record));
  }

  return {
    /** Returns a record as operations return it. @throws ApiError `not_found`. */
    find,

    /**
     * Replaces a record, as an entry of the log. `ifMatch`: the tag of the record that the caller has read.
     * @throws ApiError `not_found`, `precondition_failed`, and those of `checkEdit`.
     */
    async replace(
      at: Organization,
      [collection, record]: [collection: string, record: string],
      body: unknown,
      ifMatch?: string,
    ): Promise<Fields> {
      if (ifMatch !== undefined && !TAGS.test(ifMatch)) throw invalid('If-Match', NO_TAGS);
      await worlds.settleDue(at); // the log is in the order of time
      await worlds.change(at, async (world) => {
        const before = await existing(world, collection, record);
        requireMatch(ifMatch, tagOf(shown(world, collection, before)));
        if (!isObject(body)) throw invalid('body', 'must be an object');
        const given = Object.fromEntries(Object.entries(body).filter(isOfContract));
        const after = collection === 'File' ? withFailure(world, given) : given;
        await checkEdit(world, collection, before, after);
        const own = Object.fromEntries(Object.entries(before).filter((entry) => !isOfContract(entry)));
        const isTurn = after.status !== before.status && after.status !== undefined;
        await world.change(
          collection,
          before,
          { ...own, ...after },
          isTurn ? becameNote(collection, after) : undefined,
        );
      });
      return find(at, collection, record);
    },

    /** Returns the text of a version. @throws ApiError `not_found`. */
    async versionText(at: Organization, document: string, number: string): Promise<string> {
      const found = (await existing(worlds.outside(at), 'PolicyDocument', document)) as Document;
      const version = found.$versions?.find(({ versionNumber }) => String(versionNumber) === number);
      if (!version) throw notFound(`The policy document ${document} has no version ${number}.`);
      return textOf(found, version);
    },

    /** Returns an uploaded file. @throws ApiError `not_found`. */
    async file(at: Organization, id: string): Promise<StoredFile> {
      const { $digest, fileName, mediaType } = (await existing(
        worlds.outside(at),
        'File',
        id,
      )) as RecordOf<'File'>;
      const content = $digest === undefined ? undefined : await files.find($digest);
      if (!content) throw notFound(`The sandbox does not have the bytes of the file ${id}. Upload it again.`);
      return { fileName, mediaType, content };
    },
  };
}

export type WorldRecords = ReturnType<typeof createWorldRecords>;
