// Lists planted changes of state machines: transitions of operations, and of the platform itself.
import { type Doc, fields, operation, type Planted, schemas } from './world';

/** Adds a status that an available operation, a planned operation and time change. */
export function withTransitions(document: Doc): void {
  schemas(document).State = {
    type: 'string',
    enum: ['queued', 'running', 'done'],
    'x-transitions': [
      { on: 'createReport', from: null, to: 'queued' },
      { on: 'deleteAsset', from: ['queued', 'running'], to: 'done' },
      { on: 'time', from: 'queued', to: 'running' },
    ],
  };
  fields(document, 'Asset').state = { $ref: '#/components/schemas/State' };
  fields(document, 'Report').state = { $ref: '#/components/schemas/State' };
  operation(document, 'listAssets').parameters.push({
    name: 'state',
    in: 'query',
    schema: { $ref: '#/components/schemas/State' },
  });
}

export const transitions = (document: Doc): Doc => schemas(document).State['x-transitions'];

const REMOVED_BY_TIME = [
  'breaking transition-removed listAssets | response 200 application/json: data[].state',
  'breaking transition-removed createReport | response 202 application/json: state',
];

export const TRANSITIONS: Planted[] = [
  {
    name: 'a transition of an available operation without the status in its messages is removed',
    before: withTransitions,
    mutate: (d) => transitions(d).splice(1, 1),
    expected: Array(2).fill('breaking transition-removed deleteAsset | operation'),
  },
  {
    name: 'one of the statuses that a transition starts from is removed',
    before: withTransitions,
    mutate: (d) => (transitions(d)[1].from = ['running']),
    expected: ['breaking transition-removed deleteAsset | operation'],
  },
  {
    name: 'a transition leads to another status',
    before: withTransitions,
    mutate: (d) => (transitions(d)[1] = { on: 'deleteAsset', from: ['queued', 'running'], to: 'queued' }),
    expected: [
      ...Array<string>(2).fill('breaking transition-removed deleteAsset | operation'),
      ...Array<string>(2).fill('compatible transition-added deleteAsset | operation'),
    ],
  },
  {
    name: 'a transition of a planned operation is removed',
    before: withTransitions,
    mutate: (d) => transitions(d).splice(0, 1),
    expected: ['breaking transition-removed createReport | operation'],
  },
  {
    name: 'a fixed transition of a planned operation becomes provisional',
    before: withTransitions,
    mutate: (d) => (transitions(d)[0]['x-provisional'] = true),
    expected: ['breaking promise-withdrawn createReport | operation'],
  },
  {
    name: 'a provisional transition of a planned operation becomes fixed',
    before(d) {
      withTransitions(d);
      transitions(d)[0]['x-provisional'] = true;
    },
    mutate: (d) => delete transitions(d)[0]['x-provisional'],
    expected: ['compatible promise-given createReport | operation'],
  },
  {
    name: 'a transition that the platform makes becomes provisional',
    before: withTransitions,
    mutate: (d) => (transitions(d)[2]['x-provisional'] = true),
    expected: ['breaking promise-withdrawn createReport | response 202 application/json: state'],
  },
  {
    name: 'a transition that the platform makes is removed',
    before: withTransitions,
    mutate: (d) => transitions(d).pop(),
    expected: REMOVED_BY_TIME,
  },
  {
    name: 'a transition of a provisional operation is added from a status that was final',
    before: (d) => {
      withTransitions(d);
      operation(d, 'createReport')['x-provisional'] = true;
    },
    mutate: (d) => transitions(d).push({ on: 'createReport', from: 'done', to: 'queued' }),
    expected: ['notice transition-from-final-added createReport | operation'],
  },
  {
    name: 'a transition is added from a status that was final',
    before: withTransitions,
    mutate: (d) => (transitions(d)[1].from = ['queued', 'running', 'done']),
    expected: ['notice transition-from-final-added deleteAsset | operation'],
  },
  {
    name: 'x-transitions is removed',
    before: withTransitions,
    mutate: (d) => delete schemas(d).State['x-transitions'],
    expected: [
      ...Array<string>(2).fill('breaking transition-removed deleteAsset | operation'),
      'breaking transition-removed createReport | operation',
      ...REMOVED_BY_TIME,
    ],
  },
  {
    name: 'the operationId of a transition changes',
    before: withTransitions,
    mutate: (d) => (operation(d, 'deleteAsset').operationId = transitions(d)[1].on = 'removeAsset'),
    expected: ['breaking operation-id-changed removeAsset | operation'],
  },
  {
    name: 'the operationId of a transition is removed',
    before: withTransitions,
    mutate: (d) => delete operation(d, 'deleteAsset').operationId,
    expected: ['breaking operation-id-changed DELETE /assets/{id} | operation'],
  },
];
