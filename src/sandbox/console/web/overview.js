// Shows the contract's introduction: first steps, key, limits, rehearsals, samples and availability.
import { hashOf } from './contract.js';
import { element } from './dom.js';
import { inline, prose } from './prose.js';
import { headerItem } from './reference-pages.js';
import { LANGUAGES } from './samples.js';

const section = (id, title, ...content) =>
  element('section', { class: 'card entry', id }, element('h2', {}, title), content);

function keySection({ securitySchemes }, keyNote) {
  const schemes = Object.values(securitySchemes).filter(({ description }) => description);
  return (
    schemes.length > 0 &&
    section(
      'get-a-key',
      'Get a key',
      schemes.map(({ description }) => prose(description)),
      keyNote,
    )
  );
}

function limitsSection(contract) {
  const items = ['RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) => headerItem(name, contract));
  return (
    items.some(Boolean) &&
    section(
      'rate-limits',
      'Rate limits',
      element('p', {}, 'These response headers tell a client how fast it may send requests.'),
      element('ul', { class: 'points' }, items),
      element(
        'p',
        {},
        'A request over the limit returns 429 ',
        element('a', { href: hashOf('errors', 'rate_limited') }, element('code', {}, 'rate_limited')),
        '.',
      ),
    )
  );
}

const PREFERENCES = [
  ['code=409', 'Returns a declared response of the operation. The sandbox changes nothing.'],
  ['code=409, example="NAME"', 'Returns this example of the response.'],
  ['dynamic=true', 'Returns generated values instead of an example.'],
  ['delay=2', 'Delays the response by two seconds.'],
];

const preferSection = () =>
  section(
    'prefer',
    'Rehearse responses with Prefer',
    element(
      'p',
      {},
      inline('In the sandbox, the request header `Prefer` selects the response. A real server ignores it.'),
    ),
    element(
      'dl',
      { class: 'pairs' },
      PREFERENCES.map(([value, meaning]) => [
        element('dt', {}, element('code', {}, `Prefer: ${value}`)),
        element('dd', {}, meaning),
      ]),
    ),
  );

const samplesSection = () =>
  section(
    'samples',
    'Samples in five languages',
    element(
      'p',
      {},
      `Every operation shows its request in ${Object.keys(LANGUAGES).join(', ')}. Select the language above the sample. The page keeps it. A sample runs as it is.`,
    ),
  );

/** `meaning` explains each availability. `instructions` and `keyNote` are elements. */
export function overview(contract, { meaning, instructions, keyNote }) {
  const { info, operations } = contract;
  const number = (availability) =>
    operations.filter((operation) => operation.availability === availability).length;
  const figure = (value, text) => element('p', {}, element('strong', {}, String(value)), ` ${text}`);
  return element(
    'article',
    { class: 'page overview' },
    element('h1', {}, info.title),
    info.summary && element('p', {}, info.summary),
    element(
      'div',
      { class: 'figures' },
      figure(operations.length, 'operations'),
      figure(number('available'), `available: ${meaning.available}`),
      figure(number('planned'), `planned: ${meaning.planned}`),
    ),
    instructions,
    element(
      'div',
      { class: 'cards' },
      keySection(contract, keyNote),
      limitsSection(contract),
      preferSection(),
      samplesSection(),
    ),
    prose(info.description),
  );
}
