// Shows one component schema: its type, values, limits, fields, state machine and uses.
import { usesOf } from './catalog.js';
import { hashOf } from './contract.js';
import { element, provisionalBadge, selfLink } from './dom.js';
import { bodyBlock } from './json-view.js';
import { inline, prose } from './prose.js';
import { limitListOf, schemaLink, typeView } from './schema-type.js';
import { fieldsView } from './schema-view.js';
import { transitionsOf, transitionsView } from './transitions.js';

const section = (title, ...content) => [element('h2', {}, title), ...content];

function valueList(name, values) {
  return element(
    'ul',
    { class: 'schema card' },
    values.map((value) => {
      const hash = hashOf('schema', name, String(value));
      return element('li', { id: hash.slice(1) }, selfLink(hash, element('code', {}, JSON.stringify(value))));
    }),
  );
}

const linkList = (links) =>
  element(
    'ul',
    { class: 'links' },
    links.map((link) => element('li', {}, link)),
  );

function usesView(name, contract) {
  const { operations, schemas } = usesOf(name, contract);
  return [
    operations.length > 0 &&
      section(
        'Operations',
        linkList(operations.map(({ hash, summary }) => element('a', { href: hash }, summary))),
      ),
    schemas.length > 0 && section('Used in', linkList(schemas.map(schemaLink))),
  ]
    .filter(Boolean)
    .flat();
}

export function schemaPage(name, contract) {
  const schema = contract.schemas[name];
  const limits = limitListOf(schema, contract).filter(([title]) => title !== 'Values');
  const values = schema.enum ?? [];
  const fields = fieldsView(
    { $ref: `#/components/schemas/${name}` },
    contract,
    `${hashOf('schema', name).slice(1)}/`,
  );
  return element(
    'article',
    { class: 'page' },
    element(
      'div',
      { class: 'title' },
      element('h1', {}, name),
      element('span', { class: 'badge' }, 'schema'),
      schema['x-provisional'] && provisionalBadge(),
    ),
    element('p', { class: 'endpoint' }, typeView(schema, contract)),
    prose(schema.description),
    limits.length > 0 &&
      section(
        'Limits',
        element(
          'ul',
          { class: 'schema card' },
          limits.map(([, limit]) => element('li', {}, inline(limit[0].toUpperCase() + limit.slice(1)))),
        ),
      ),
    values.length > 0 && section('Values', valueList(name, values)),
    fields && section('Fields', element('div', { class: 'body-schema' }, fields)),
    transitionsOf(schema).length > 0 && section('Status changes', transitionsView(schema, name)),
    (schema.examples ?? []).length > 0 &&
      section(
        'Examples',
        ...schema.examples.map((example) => bodyBlock(JSON.stringify(example), `Example of ${name}`)),
      ),
    usesView(name, contract),
  );
}
