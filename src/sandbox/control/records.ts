// Reads and edits the records of a world outside of its operations, within the schemas of the contract.
import { invalid, noRecord, notFound } from '../../base/errors';
import { computeEtag } from '../../base/digest';
import { isObject } from '../../base/values';
import type { Organization } from '../../base/organization';
import { type Fields, toWords } from '../../contract/record-model';
import { TEXT_FORMATS } from '../../contract/validation/text-messages';
import { requireMatch } from '../../server/api/etags';
import type { OpenWorlds } from '../../server/records/open-worlds';
import type { RecordOf } from '../../server/records/views';
import { requireReferences, requireUnique } from '../../server/operations/conventions';
import { becameNote } from '../../server/records/time';
import type { World } from '../../server/records/world';
import { checkFields, ofContract } from './check-snapshot';
import type { Files } from './files';
import { requireKnownFields } from './seed';

/** Collections whose records have no page and no operation of their own. */
export const HIDDEN = ['CurrentUser', 'DocumentType', 'TaskInstance', 'Time'];

async function existing(world: World, collection: string, id: string): Promise<Fields> {
  const record = HIDDEN.includes(collection) ? undefined : await world.find<string>(collection, id);
  if (!record) throw noRecord(toWords(collection));
  return record;
}

/** Returns a record as operations return it. */
const shown = ({ model }: World, collection: string, record: Fields): Fields =>
  model.shaped(model.schemaOf(collection), ofContract(record)) as Fields;

const { allowed: TAGS, fault: NO_TAGS } = TEXT_FORMATS.get('entity-tags')!;

/** Returns the entity tag of a record as it is shown. */
export const computeTag = (record: object): string => computeEtag(JSON.stringify(record));

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
type Version = NonNullable<Document['$versions']>[number] & {
  $title?: string;
  $sections?: Document['sections'];
};

function toText(document: Document, version: Version): string {
  const { $title = document.title, $sections = document.sections } = version;
  const { versionNumber, approvedAt, approvedBy } = version;
  const head = [`# ${$title}`, `Version ${versionNumber}, approved ${approvedAt} by ${approvedBy}`];
  return [...head, ...$sections.map(({ title, content }) => `## ${title}\n\n${content}\n`)].join('\n\n');
}

/** `at`: returns the organization of a world. The methods throw ApiError `not_found` for unknown worlds and records. */
export function createWorldRecords(
  worlds: OpenWorlds,
  files: Files,
  at: (world: string) => Promise<Organization>,
) {
  const outside = async (id: string): Promise<World> => worlds.outside(await at(id));

  async function record(id: string, collection: string, record: string): Promise<Fields> {
    const world = await outside(id);
    return shown(world, collection, await existing(world, collection, record));
  }

  return {
    record,

    /**
     * Replaces a record, as an entry of the log. `ifMatch`: the tag of the record that the caller has read.
     * @throws ApiError `precondition_failed`, and those of `checkEdit`.
     */
    async setRecord(
      id: string,
      collection: string,
      given: string,
      body: unknown,
      ifMatch?: string,
    ): Promise<Fields> {
      const organization = await at(id);
      if (ifMatch !== undefined && !TAGS.test(ifMatch)) throw invalid('If-Match', NO_TAGS);
      await worlds.settleDue(organization); // the log is in the order of time
      await worlds.change(organization, async (world) => {
        const before = await existing(world, collection, given);
        requireMatch(ifMatch, computeTag(shown(world, collection, before)));
        if (!isObject(body)) throw invalid('body', 'must be an object');
        const fields = ofContract(body);
        const after = collection === 'File' ? withFailure(world, fields) : fields;
        await checkEdit(world, collection, before, after);
        const own = Object.fromEntries(Object.entries(before).filter(([name]) => name.startsWith('$')));
        const isTurn = after.status !== before.status && after.status !== undefined;
        const note = isTurn ? becameNote(collection, after) : undefined;
        await world.change(collection, before, { ...own, ...after }, note);
      });
      return record(id, collection, given);
    },

    async versionText(id: string, document: string, number: string): Promise<string> {
      const found = (await existing(await outside(id), 'PolicyDocument', document)) as Document;
      const version = found.$versions?.find(({ versionNumber }) => String(versionNumber) === number);
      if (!version) throw notFound(`The policy document ${document} has no version ${number}.`);
      return toText(found, version);
    },

    async file(id: string, file: string) {
      const stored = (await existing(await outside(id), 'File', file)) as RecordOf<'File'>;
      const { $digest, fileName, mediaType } = stored;
      const content = $digest === undefined ? undefined : await files.find($digest);
      if (!content)
        throw notFound(`The sandbox does not have the bytes of the file ${file}. Upload it again.`);
      return { fileName, mediaType, content };
    },
  };
}
