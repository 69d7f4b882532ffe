// The model of facilities and control centers.
import { revokeItems } from './access-controls';
import { type Commands, readRecord, tagged } from './command';
import { type Fault, bodyWith, target } from './dice';
import { type Kind, type Row, type World, given } from './world';

export const FAULTY_NAMES: Fault[] = [
  ['name', { name: '' }],
  ['name', { name: ' x' }],
  ['name', { name: null }],
  ['name', { name: 'a\u202eb' }],
];

/** Returns the systems of a site. */
export const systemsOf = (world: World, id: string) =>
  world.rows.cyber_system.filter((row) => [row.facility_id, row.control_center_id].includes(id));

/** Plans a list of all records of a kind. */
export const listAll =
  (kind: Kind): Commands[string] =>
  (world) => ({ succeed: () => world.rows[kind] });
export const guardOf = (path: string, row: Row | undefined) => row && tagged(`${path}/${row.id}`, () => row);

const renamedOf = (world: World): Set<string> => {
  const renamed: Set<string> = world.memory.get('renamed facilities') ?? new Set();
  world.memory.set('renamed facilities', renamed);
  return renamed;
};
/** An assignment keeps a name of a deleted facility. The contract does not say which of several. */
function deletable(world: World, { id, row }: { id: string; row: Row | undefined }) {
  const scopes = world.rows.training_assignment.flatMap(({ facilities }) => facilities as Row[]);
  const isAmbiguous = renamedOf(world).has(id) && scopes.some((each) => each.id === id);
  return isAmbiguous ? { id: 'fac_none', row: undefined } : { id, row };
}

export const facilities: Commands = {
  getFacilities: listAll('facility'),
  getControlCenters: listAll('control_center'),
  getFacility: readRecord('facility'),
  getControlCenter: readRecord('control_center'),
  createFacility: (world, dice) => {
    const name = dice.text('Site');
    return {
      ...bodyWith(dice, { name }, [...FAULTY_NAMES, ['name', { name: undefined }]]),
      status: 201,
      shows: ({ id }) => guardOf('/facilities', world.find('facility', id))!,
      succeed({ id }) {
        const row = world.add('facility', { id, name, organization_slug: world.organization.slug });
        world.record('created', 'facility', id);
        return row;
      },
    };
  },
  updateFacility: (world, dice) => {
    const { id, row } = target(world, dice, 'facility');
    const name = dice.maybe(dice.text('Site'), 85);
    return {
      params: { id },
      ...bodyWith(dice, { name }, FAULTY_NAMES),
      isMissing: !row,
      guard: guardOf('/facilities', row),
      shows: () => guardOf('/facilities', row)!,
      succeed() {
        Object.assign(row!, given({ name }));
        renamedOf(world).add(id);
        if (name !== undefined) world.record('updated', 'facility', id);
        return row;
      },
    };
  },
  deleteFacility: (world, dice) => {
    const { id, row } = deletable(world, target(world, dice, 'facility'));
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf('/facilities', row),
      isConflict: systemsOf(world, id).length > 0,
      succeed() {
        world.remove('facility', row!);
        world.record('deleted', 'facility', id);
        revokeItems(world, 'resourceId', id);
      },
    };
  },
  getCyberSystemsByFacility: (world, dice) => {
    const { id, row } = target(world, dice, 'facility');
    return { params: { facilityId: id }, isMissing: !row, succeed: () => systemsOf(world, id) };
  },
  getCyberSystemsByControlCenter: (world, dice) => {
    const { id, row } = target(world, dice, 'control_center');
    return { params: { controlCenterId: id }, isMissing: !row, succeed: () => systemsOf(world, id) };
  },
};
