// Planned operations on facilities, control centers, cyber systems and cyber assets: snake_case, like the
// available ones.
import { id, listOf, moment, oneOf, text } from './shapes';
import type { Step } from './walk';
import { BACKUP, MILLBROOK, PRAIRIE_SUN, PRIMARY, RTU, SCADA } from './walk-ids';

const organization_slug = 'cedar-valley';
const system = { id: id('cs'), name: text, impact_rating: oneOf('high', 'medium', 'low'), organization_slug };
const row = {
  id: id('ca'),
  name: text,
  cyber_system_id: id('cs'),
  asset_type: oneOf('hardware', 'software'),
  created_at: moment,
  updated_at: moment,
};
const asset = { ...row, organization_slug };
const columns = [
  'id',
  'name',
  'asset_type',
  'cyber_system_id',
  'cyber_system_name',
  'impact_rating',
  'created_at',
  'updated_at',
];
const file = 'name,asset_type\nMLB345-RTU02,hardware\n';

export const inventory: Step[] = [
  {
    operationId: 'createFacility',
    method: 'POST',
    path: '/facilities',
    body: { name: 'Kestrel Ridge 138 kV Substation' },
    status: 201,
    shows: { id: id('fac'), name: 'Kestrel Ridge 138 kV Substation', organization_slug },
    bad: { body: { name: '' }, field: 'name' },
  },
  {
    operationId: 'updateFacility',
    method: 'PATCH',
    path: `/facilities/${MILLBROOK}`,
    body: { name: 'Millbrook 345/138 kV Substation' },
    status: 200,
    shows: { id: MILLBROOK, name: 'Millbrook 345/138 kV Substation', organization_slug },
    bad: { body: { title: 'x' }, field: 'title' },
  },
  {
    operationId: 'deleteFacility',
    method: 'DELETE',
    path: `/facilities/${MILLBROOK}`,
    status: 204,
    bad: { path: `/facilities/${SCADA}`, status: 404 },
  },

  {
    operationId: 'createCyberSystem',
    method: 'POST',
    path: '/cyber-systems',
    body: { name: 'CVBCC Generation Control', impact_rating: 'high', control_center_id: BACKUP },
    status: 201,
    shows: { ...system, name: 'CVBCC Generation Control', impact_rating: 'high', control_center_id: BACKUP },
    bad: {
      body: { name: 'x', impact_rating: 'high', facility_id: MILLBROOK, control_center_id: BACKUP },
      field: 'body',
    },
  },
  {
    operationId: 'updateCyberSystem',
    method: 'PATCH',
    path: `/cyber-systems/${SCADA}`,
    body: { impact_rating: 'low' },
    status: 200,
    shows: { ...system, id: SCADA, impact_rating: 'low', facility_id: MILLBROOK },
    bad: { body: { impact_rating: 'High' }, field: 'impact_rating' },
  },
  {
    operationId: 'deleteCyberSystem',
    method: 'DELETE',
    path: `/cyber-systems/${SCADA}`,
    status: 204,
    bad: { path: `/cyber-systems/${RTU}`, status: 404 },
  },
  {
    operationId: 'getCyberSystemsByFacility',
    method: 'GET',
    path: `/facilities/${MILLBROOK}/cyber-systems`,
    status: 200,
    shows: listOf({ ...system, facility_id: MILLBROOK }),
    bad: { path: '/facilities/1/cyber-systems', status: 404 },
  },
  {
    operationId: 'getCyberSystemsByControlCenter',
    method: 'GET',
    path: `/control-centers/${PRIMARY}/cyber-systems`,
    status: 200,
    shows: listOf({ ...system, control_center_id: PRIMARY }),
    bad: { path: `/control-centers/${MILLBROOK}/cyber-systems`, status: 404 },
  },

  {
    operationId: 'getCyberAssetsImportTemplate',
    method: 'GET',
    path: '/cyber-assets/import/template',
    status: 200,
    csv: { columns: ['name', 'asset_type'], rows: 'none' },
    bad: { path: '/cyber-assets/import/template?format=csv', field: 'format' },
  },
  {
    operationId: 'getCyberAssetsBySystem',
    method: 'GET',
    path: `/cyber-systems/${SCADA}/cyber-assets`,
    status: 200,
    shows: listOf({ ...asset, cyber_system_id: SCADA }),
    bad: { path: `/cyber-systems/${MILLBROOK}/cyber-assets`, status: 404 },
  },
  {
    operationId: 'importCyberAssets',
    method: 'POST',
    path: `/cyber-systems/${SCADA}/cyber-assets/import`,
    form: { file },
    status: 201,
    shows: { created: expect.any(Number), errors: expect.any(Array) },
    bad: { form: { csv: file }, field: 'csv' },
  },
  {
    operationId: 'getCyberAssetsByFacility',
    method: 'GET',
    path: `/facilities/${MILLBROOK}/cyber-assets`,
    status: 200,
    shows: listOf(asset),
    bad: { path: `/facilities/${MILLBROOK}/cyber-assets?limit=5`, field: 'limit' },
  },
  {
    operationId: 'exportCyberAssetsCsv',
    method: 'GET',
    path: `/facilities/${MILLBROOK}/cyber-assets/export`,
    status: 200,
    csv: { columns, rows: 'some', each: { ...row, impact_rating: oneOf('high', 'medium') } },
    bad: { path: `/facilities/${SCADA}/cyber-assets/export`, status: 404 },
  },
  {
    operationId: 'exportLowCyberAssetsCsv',
    method: 'GET',
    path: `/facilities/${PRAIRIE_SUN}/cyber-assets/export-low`,
    status: 200,
    csv: { columns, rows: 'some', each: { id: id('ca'), impact_rating: 'low' } },
    bad: { path: `/facilities/fac_/cyber-assets/export-low`, status: 404 },
  },
  {
    operationId: 'getCyberAssetsByControlCenter',
    method: 'GET',
    path: `/control-centers/${PRIMARY}/cyber-assets`,
    status: 200,
    shows: listOf(asset),
    bad: { path: '/control-centers/cc_%20/cyber-assets', status: 404 },
  },
  {
    operationId: 'exportControlCenterCyberAssetsCsv',
    method: 'GET',
    path: `/control-centers/${PRIMARY}/cyber-assets/export`,
    status: 200,
    csv: { columns, rows: 'some', each: { id: id('ca'), impact_rating: oneOf('high', 'medium') } },
    bad: { path: `/control-centers/${PRIMARY}/cyber-assets/export?format=csv`, field: 'format' },
  },
  // Control centers of a transmission operator are High: a list without rows is right.
  {
    operationId: 'exportControlCenterLowCyberAssetsCsv',
    method: 'GET',
    path: `/control-centers/${PRIMARY}/cyber-assets/export-low`,
    status: 200,
    csv: { columns, rows: 'none' },
    bad: { path: `/control-centers/${RTU}/cyber-assets/export-low`, status: 404 },
  },
];
