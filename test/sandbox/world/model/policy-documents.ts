// The model of policy documents: only a draft can change.
import { revokeItems } from './access-controls';
import { type Commands, type Plan, tagged } from './command';
import { type Dice, type Fault, bodyWith, references, target } from './dice';
import { page } from './pages';
import { anyDay } from './training-assignments';
import { type Row, type World, given, without } from './world';

const FAULTS: Fault[] = [
  ['title', { title: '' }],
  ['reviewIntervalDays', { reviewIntervalDays: 0 }],
  ['ownerId', { ownerId: null }],
  ['description', { description: 'x'.repeat(2001) }],
];
/** Returns a document as lists show it. */
export const viewPlain = (row: Row): Row => without(row, 'sections', 'assets', 'versions');
/** Returns a document with its sections and files. */
export const viewFull = (row: Row): Row => without(row, 'versions');
export const guardOf = (row: Row | undefined) =>
  row && tagged(`/policy-documents/${row.id}/with-sections`, () => viewFull(row));
const plainOf = (row: Row) => tagged(`/policy-documents/${row.id}`, () => viewPlain(row));

/** Returns the properties of a new document, and the fields with an unknown id. */
export function propertiesOf(world: World, dice: Dice) {
  const { to, unknown } = references(world, dice);
  const types: string[] = world.memory.get('document types');
  const documentTypeId = dice.maybe(dice.pick([...types, ...types, 'dt_none']), 40);
  const ownerId = dice.chance(50) ? to('user', 'ownerId') : undefined;
  if (documentTypeId === 'dt_none') unknown.push('documentTypeId');
  const properties = given({
    title: dice.text('Policy'),
    documentTypeId,
    ownerId,
    reviewIntervalDays: dice.maybe(1 + dice.int(400)),
    description: dice.maybe(dice.pick(['', dice.text('Subject')]), 30),
  });
  return { properties, unknown };
}
export function addDocument(world: World, id: string, properties: object, sections: Row[]): Row {
  const [createdAt, updatedAt] = [world.now(), world.now()];
  const contents = { sections, assets: [], versions: [] };
  const row = { id, ...properties, status: 'draft', createdAt, updatedAt, ...contents };
  world.add('policy_document', row);
  world.record('created', 'policy_document', id);
  return row;
}
export const creation = (world: World): Pick<Plan, 'status' | 'shows'> => ({
  status: 201,
  shows: ({ id }) => plainOf(world.find('policy_document', id)!),
});

export const policyDocuments: Commands = {
  listPolicyDocuments: (world, dice) =>
    page(world, dice, {
      name: 'listPolicyDocuments',
      filters: () => given({ status: dice.maybe(dice.pick(['draft', 'submitted', 'approved']), 40) }),
      faults: [['status', { status: 'final' }]],
      rowsOf: ({ status }) => world.rows.policy_document.filter((row) => !status || row.status === status),
      view: viewPlain,
    }),
  getPolicyDocumentWithSections: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    return { params: { id }, isMissing: !row, succeed: () => viewFull(row!) };
  },
  createPolicyDocument: (world, dice) => {
    const { properties, unknown } = propertiesOf(world, dice);
    return {
      ...bodyWith(dice, properties, [...FAULTS, ['title', { title: undefined }]]),
      unknown,
      ...creation(world),
      succeed: ({ id }) => viewPlain(addDocument(world, id, properties, [])),
    };
  },
  updatePolicyDocument: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    const { to, unknown } = references(world, dice);
    const body = given({
      title: dice.maybe(dice.text('Policy')),
      description: dice.maybe(dice.text('Subject'), 30),
      ownerId: dice.chance(30) ? to('user', 'ownerId') : undefined,
      reviewDate: dice.maybe(anyDay(world, dice), 30),
      reviewIntervalDays: dice.maybe(1 + dice.int(400), 30),
    });
    const isEmpty = Object.keys(body).length === 0;
    return {
      params: { id },
      ...bodyWith(dice, body, [...FAULTS, ['reviewDate', { reviewDate: 'soon' }]]),
      isMissing: !row,
      unknown,
      guard: guardOf(row),
      otherGuard: row && plainOf(row),
      isConflict: row?.status !== 'draft' && !isEmpty,
      shows: () => plainOf(row!),
      succeed() {
        if (isEmpty) return viewPlain(row!);
        Object.assign(row!, body);
        world.touch(row!);
        world.record('updated', 'policy_document', id);
        return viewPlain(row!);
      },
    };
  },
  deletePolicyDocument: (world, dice) => {
    const { id, row } = target(world, dice, 'policy_document');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(row),
      isConflict: row?.status !== 'draft' || row.versions.length > 0,
      succeed() {
        world.remove('policy_document', row!);
        world.record('deleted', 'policy_document', id);
        revokeItems(world, 'resourceId', id);
      },
    };
  },
};
