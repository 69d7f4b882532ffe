// Shows the contract's introduction and its number of operations.
import { element } from './dom.js';
import { prose } from './prose.js';

/** `meaning` explains each availability. `instructions` is an element. */
export function overview({ info, operations }, meaning, instructions) {
  const number = (availability) =>
    operations.filter((operation) => operation.availability === availability).length;
  const figure = (value, text) => element('p', {}, element('strong', {}, String(value)), ` ${text}`);
  return element(
    'div',
    { class: 'overview' },
    element('h1', {}, info.title),
    element(
      'div',
      { class: 'figures' },
      figure(operations.length, 'operations'),
      figure(number('available'), `available: ${meaning.available}`),
      figure(number('planned'), `planned: ${meaning.planned}`),
    ),
    instructions,
    prose(info.description),
  );
}
