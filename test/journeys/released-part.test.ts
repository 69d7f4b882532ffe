// The released part of a journey is derived from its document.
import { type Journey, type Step, releasedPart } from './released-part';

const use = (stepId: string, name: string) => `$steps.${stepId}.outputs.${name}`;
const steps: Step[] = [
  { stepId: 'list', operationId: 'getSites', outputs: { siteId: '$response.body#/0/id' } },
  {
    stepId: 'create',
    operationId: 'createSystem',
    requestBody: { payload: { site: use('list', 'siteId') } },
  },
  { stepId: 'move', operationId: 'updateAsset', requestBody: { payload: { system: use('create', 'id') } } },
  {
    stepId: 'check',
    operationId: 'getAsset',
    successCriteria: [{ condition: `1 == ${use('move', 'tag')}` }],
  },
  { stepId: 'read', operationId: 'getAsset', parameters: [{ value: use('list', 'siteId') }] },
];
const journey: Journey = {
  info: { title: 'A journey' },
  sourceDescriptions: [],
  workflows: [{ workflowId: 'journey', steps }],
};
const without = (planned: string): string[] =>
  releasedPart(journey, (operationId) => operationId !== planned).workflows[0].steps.map(
    ({ stepId }) => stepId,
  );

test('a planned step is removed, with the steps that use its results directly or indirectly', () => {
  expect(without('createSystem')).toEqual(['list', 'read']);
});

test('a journey of available operations keeps all steps', () => {
  expect(without('none')).toEqual(steps.map(({ stepId }) => stepId));
});

test('the authored document stays as it was', () => {
  without('getSites');
  expect(journey.workflows[0].steps).toHaveLength(steps.length);
});
