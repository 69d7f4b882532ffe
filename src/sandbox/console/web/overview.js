// What stands where no operation is chosen: the contract's own introduction, and how much of it is there.
import { element } from './dom.js';
import { prose } from './prose.js';

/** `meaning` says what each availability means here, `advice` what to do. */
export function overview({ info, operations }, meaning, advice) {
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
    advice,
    prose(info.description),
  );
}
