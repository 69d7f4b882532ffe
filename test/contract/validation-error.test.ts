// Checks the messages for requests that break the contract: the field and the correction.
import { contractDocument } from '../../src/contract/document';
import { schemasOf } from '../../src/contract/schemas';
import { validationError } from '../../src/contract/validation-error';

const schemas = schemasOf(contractDocument);

function detailsOf(schema: string, value: unknown): string[] {
  const validate = schemas.at(['components', 'schemas', schema]);
  const errors = (validate(value) ? [] : schemas.settled(validate)).map((error) => ({
    ...error,
    instancePath: `/body${error.instancePath}`,
  }));
  return validationError(errors).details!.map(({ field, message }) => `${field} ${message}`);
}

const asset = { name: 'MLB345-RTU02', cyber_system_id: 'cs_1', asset_type: 'hardware' };
const evidence = { resourceId: 'tsk_1', resourceType: 'task', description: 'Log' };
const system = { name: 'SCADA', impact_rating: 'medium' };
const task = { title: 'Evaluate patches' };

test.each([
  [
    'CreateCyberAssetRequest',
    { ...asset, cyberSystemId: 'cs_1' },
    ['cyberSystemId is not a known field; did you mean cyber_system_id?'],
  ],
  [
    'CreateCyberAssetRequest',
    { ...asset, id: 'ca_1' },
    ['id is not a known field; known fields: name, cyber_system_id, asset_type'],
  ],
  [
    'CreateCyberAssetRequest',
    {},
    ['name is required', 'cyber_system_id is required', 'asset_type is required'],
  ],
  [
    'CreateCyberAssetRequest',
    { ...asset, asset_type: 'firmware' },
    ['asset_type must be one of hardware, software'],
  ],
  ['CreateCyberAssetRequest', { ...asset, name: null }, ['name must not be null']],
  ['CreateCyberAssetRequest', { ...asset, name: 7 }, ['name must be of type string']],
  ['CreateCyberAssetRequest', [], ['body must be of type object']],
  ['UpdateCyberAssetRequest', { name: 'x'.repeat(256) }, ['name must have at most 255 characters']],
  ['CreateEvidenceRequest', { ...evidence, type: 'note' }, ['noteText is required']],
  [
    'CreateEvidenceRequest',
    { ...evidence, type: 'link', url: 'not a link' },
    ['url does not match the required format: Absolute `http` or `https` URL', 'url must be a valid uri'],
  ],
  [
    'CreateEvidenceRequest',
    { resourceId: 'tsk_1', noteText: 'Seen.' },
    ['resourceType is required', 'type is required'],
  ],
  ['CreateEvidenceRequest', { ...evidence, type: 'photo' }, ['type must be one of file, note, link']],
  [
    'CreateEvidenceRequest',
    { resourceId: 'tsk_1', type: 'photo' },
    ['resourceType is required', 'type must be one of file, note, link'],
  ],
  [
    'CreateEvidenceRequest',
    { ...evidence, type: 'note', noteText: 'x', fileId: 'fl_1' },
    ['fileId is not a known field; known fields: resourceId, resourceType, type, noteText, description'],
  ],
  ['CreateCyberSystemRequest', system, ['body must have exactly one of facility_id and control_center_id']],
  [
    'CreateCyberSystemRequest',
    { ...system, facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['body must have exactly one of facility_id and control_center_id'],
  ],
  ['CreateCyberSystemRequest', {}, ['name is required', 'impact_rating is required']],
  ['CreateCyberSystemRequest', [], ['body must be of type object']],
  [
    'CreateCyberSystemRequest',
    { ...system, control_center_id: 7 },
    ['control_center_id must be of type string'],
  ],
  [
    'CreateCyberSystemRequest',
    { ...system, name: null, facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['name must not be null'],
  ],
  [
    'UpdateCyberSystemRequest',
    { facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['body must not have facility_id and control_center_id together'],
  ],
  [
    'CreateTaskRequest',
    { ...task, relatedResourceId: 'ca_1' },
    ['relatedResourceType is required with relatedResourceId'],
  ],
])('%s %j: %j', (schema, value, details) => {
  expect(detailsOf(schema, value)).toEqual(details);
});

test('a validation error reports at most 20 faults', () => {
  const value = {
    ...asset,
    ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1])),
  };
  expect(detailsOf('CreateCyberAssetRequest', value)).toHaveLength(20);
});
