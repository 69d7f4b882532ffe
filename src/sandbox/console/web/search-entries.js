// Lists what the search finds: operations, parameters, schemas, fields, values, prefixes of ids, errors, headers,
// languages of samples, journeys and the guide.
import { errorsOf, headersOf } from './catalog.js';
import { hashOf } from './contract.js';
import { LANGUAGES } from './samples.js';
import { fieldsOf } from './schema-view.js';

const valuesOf = (schema, contract) => {
  const { enum: values = [], oneOf = [] } = contract.resolve(schema);
  return [...values, ...oneOf.flatMap((branch) => contract.resolve(branch).enum ?? [])].join(' ');
};

function* operationEntries(
  { operationId, hash, method, path, summary, description, parameters, tag },
  contract,
) {
  yield {
    kind: 'operation',
    href: hash,
    title: summary,
    place: `${method} ${path}`,
    text: `${operationId} ${tag} ${description}`,
  };
  for (const { name, in: place, description: meaning, schema } of parameters)
    if (place !== 'header')
      yield {
        kind: 'parameter',
        href: hashOf(operationId, 'parameter', name),
        title: name,
        place: `${place} of ${summary}`,
        text: `${meaning ?? ''} ${valuesOf(schema ?? {}, contract)}`,
      };
}

function* schemaEntries(name, contract) {
  const schema = contract.schemas[name];
  const text = `${schema.description ?? ''} ${valuesOf(schema, contract)}`;
  yield { kind: 'schema', href: hashOf('schema', name), title: name, place: 'schema', text };
  const [, prefix] = /^\^([a-z]+_)/.exec(schema.pattern) ?? [];
  if (prefix)
    yield { kind: 'prefix', href: hashOf('schema', name), title: prefix, place: `prefix of ${name}`, text };
  for (const [field, value] of Object.entries(fieldsOf(schema, contract).properties))
    yield {
      kind: 'field',
      href: hashOf('schema', name, field),
      title: field,
      place: `field of ${name}`,
      text: `${contract.resolve(value).description ?? ''} ${valuesOf(value, contract)}`,
    };
}

/** Returns the sections of a page of the guide: each heading with the text up to the next one. */
function sectionsOf({ name, title, html }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const sections = [];
  for (const node of [body.querySelector('h1'), ...body.querySelector('.content').children])
    if (/^H[1-6]$/.test(node.tagName))
      sections.push({ name, title, heading: node.textContent, anchor: node.id, text: '' });
    else if (sections.length > 0) sections.at(-1).text += ` ${node.textContent}`;
  return sections;
}

function* guideEntries({ pages, hrefOf }) {
  for (const page of pages)
    for (const { name, title, heading, anchor, text } of sectionsOf(page))
      yield { kind: 'guide', href: hrefOf(name, anchor), title: heading, place: `guide: ${title}`, text };
}

/** `guide` is `{ pages, hrefOf(name, anchor), docs }`: `docs` is the address of the documentation page. */
export function entriesOf(contract, journeys, guide) {
  const errors = errorsOf(contract).map(({ code, status = '', description = '', messages }) => ({
    kind: 'error',
    href: hashOf('errors', code),
    title: code,
    place: `error ${status}`,
    text: `${description} ${[...messages].join(' ')}`,
  }));
  const headers = headersOf(contract).map(({ name, field, sentBy }) => ({
    kind: 'header',
    href: hashOf('headers', name),
    title: name,
    place: `${sentBy} header`,
    text: field.description ?? '',
  }));
  const introduction = {
    kind: 'page',
    href: '#',
    title: 'Overview',
    place: 'page',
    text: `key rate limits Prefer ${contract.info.description ?? ''}`,
  };
  const walkthroughs = journeys.map(({ workflowId, title, description }) => ({
    kind: 'journey',
    href: hashOf('journeys', workflowId),
    title,
    place: 'journey',
    text: description,
  }));
  const samples = Object.keys(LANGUAGES).map((language) => ({
    kind: 'sample',
    href: '#samples',
    title: language,
    place: 'samples of every operation',
    text: 'language code example',
  }));
  const entries = [
    introduction,
    ...samples,
    ...walkthroughs,
    ...contract.operations.flatMap((operation) => [...operationEntries(operation, contract)]),
    ...Object.keys(contract.schemas).flatMap((name) => [...schemaEntries(name, contract)]),
    ...errors,
    ...headers,
  ].map((entry) => ({ ...entry, href: `${guide.docs ?? ''}${entry.href}` }));
  return [...entries, ...guideEntries(guide)].map((entry, id) => ({ ...entry, id }));
}
