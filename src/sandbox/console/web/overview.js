// What stands where no operation is chosen: the contract's own introduction, and how much of it is there.
import { element } from './dom.js';
import { prose } from './prose.js';

export function overview({ info, operations }, { url, key }) {
  const number = (availability) => operations.filter((operation) => operation.availability === availability).length;
  const figure = (value, text) => element('p', {}, element('strong', {}, String(value)), ` ${text}`);
  return element(
    'div',
    { class: 'overview' },
    element('h1', {}, info.title),
    element(
      'div',
      { class: 'figures' },
      figure(operations.length, 'operations'),
      figure(number('available'), 'available: answered from the demo world'),
      figure(number('planned'), 'planned: answered by mocks'),
    ),
    element('p', {}, 'Choose an operation to read about it and to send it. Requests go to ', element('code', {}, url), ' with the test key ', element('code', {}, key), '; each shows up in the ', element('a', { href: '/' }, 'console'), '.'),
    prose(info.description),
  );
}
