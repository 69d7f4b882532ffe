// The model of evidence, which never changes.
import { type Commands, readRecord, tagged } from './command';
import { type Fault, bodyWith, references, target } from './dice';
import { given } from './world';

const KINDS = ['cyber_asset', 'task', 'policy_document', 'training_assignment', 'access_control'] as const;
const FAULTS: Fault[] = [
  ['', { type: 'photo' }],
  ['', { fileId: undefined, noteText: undefined, url: undefined }],
  ['', { fileId: 'fl_x', noteText: 'x' }],
  ['resourceType', { resourceType: 'facility' }],
  ['resourceId', { resourceId: '' }],
];

export const evidence: Commands = {
  createEvidence: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const resourceType = dice.pick(KINDS);
    const resourceId = to(resourceType, 'resourceId');
    const type = dice.pick(['file', 'note', 'link']);
    const contents = {
      file: () => ({ fileId: to('file', 'fileId') }),
      note: () => ({ noteText: dice.text('Note') }),
      link: () => ({ url: `https://files.example/${dice.int(100)}` }),
    }[type]!();
    const description = dice.maybe(dice.text('Proof'), 30);
    const body = given({ resourceId, resourceType, type, ...contents, description });
    return {
      ...bodyWith(dice, body, FAULTS),
      unknown,
      status: 201,
      shows: ({ id }) => tagged(`/evidence/${id}`, () => world.find('evidence', id)),
      succeed({ id }) {
        const row = world.add('evidence', { id, ...body, createdBy: world.me, createdAt: world.now() });
        world.record('created', 'evidence', id);
        return row;
      },
    };
  },
  getEvidenceById: readRecord('evidence'),
  deleteEvidence: (world, dice) => {
    const { id, row } = target(world, dice, 'evidence');
    return {
      params: { id },
      isMissing: !row,
      guard: row && tagged(`/evidence/${id}`, () => row),
      succeed() {
        world.remove('evidence', row!);
        world.record('deleted', 'evidence', id);
      },
    };
  },
  listEvidenceByResource: (world, dice) => {
    const supported = world.rows.evidence.map(({ resourceId }) => resourceId as string);
    const isSupported = supported.length > 0 && dice.chance(50);
    const kind = dice.pick(KINDS);
    const resourceId = isSupported ? dice.pick(supported) : target(world, dice, kind).id;
    return {
      params: { resourceId },
      isMissing: !supported.includes(resourceId) && !KINDS.some((each) => world.find(each, resourceId)),
      succeed() {
        const data = world.rows.evidence.filter((row) => row.resourceId === resourceId);
        return { data, total: data.length };
      },
    };
  },
};
