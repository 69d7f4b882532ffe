// Offers the records of the caller's world for each field that holds an id, and those that this page made.
import { element } from './dom.js';
import { option } from './fields.js';
import { ask } from './request.js';

const MAX_OFFERED = 100;
const prefixOf = (id) => String(id).slice(0, String(id).indexOf('_') + 1);
const wordsOf = (collection) => collection.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
const nameOf = ({ title, id }) => (title === undefined || title === id ? id : `${title} · ${id}`);

/** Returns the value at a path of a JSON value. */
const valueAt = (value, path) => path.reduce((node, name) => node?.[name], value);

/** Yields `[path, schema]` of each field of a body that refers to a record. Of a list, it is the first item. */
export function* referencesIn(schema, contract, path = []) {
  const { properties = {}, allOf = [], oneOf = [], items, ...own } = contract.resolve(schema);
  if (own['x-references']) yield [path, own];
  if (path.length > 3) return;
  for (const part of [...allOf, ...oneOf.slice(0, 1)]) yield* referencesIn(part, contract, path);
  for (const [name, inner] of Object.entries(properties))
    yield* referencesIn(inner, contract, [...path, name]);
  if (items) yield* referencesIn(items, contract, [...path, 0]);
}

/** Returns the operation that creates a record of a collection. */
const creatorOf = (collection, { operations, nameOf: schemaName }) =>
  operations.find(
    ({ method, responses }) =>
      method === 'POST' &&
      responses.some(({ content }) => schemaName(content?.['application/json']?.schema) === collection),
  );

/** One picker serves all operations of the page. */
export function createPicker(contract, caller) {
  const collections = new Map(
    Object.values(contract.schemas).flatMap(({ pattern = '', 'x-references': to }) => {
      const [, prefix] = /^\^([a-z]+_)/.exec(pattern) ?? [];
      return typeof to === 'string' && prefix ? [[prefix, to]] : [];
    }),
  );
  /** Records that responses on this page had, newest first. */
  let made = [];
  let world;
  let kinds = [];
  let fields = [];

  /** Returns the collections that a field can refer to. */
  function targetsOf({ 'x-references': to, pattern }) {
    if (typeof to === 'string' || Array.isArray(to)) return [to].flat();
    return [...collections].filter(([prefix]) => RegExp(pattern).test(`${prefix}1`)).map(([, name]) => name);
  }

  async function exists(id) {
    if (kinds.some(({ records }) => records.some((record) => record.id === id))) return true;
    const kind = kinds.find(({ collection }) => collection === collections.get(prefixOf(id)));
    if (!kind || kind.total === kind.records.length) return false;
    return ask(`sandbox/worlds/${world}/records/${kind.collection}/${id}`).then(
      () => true,
      () => false,
    );
  }

  /** `get` and `set` read and write the id. `isUntouched`: the reader has not changed the example. */
  async function show({ view, label, targets, get, set, isUntouched }) {
    const found = kinds.filter(({ collection }) => targets.includes(collection));
    const offered = found.flatMap(({ records }) => records.slice(0, MAX_OFFERED));
    const own = made.find(
      (each) => each.world === world && targets.includes(collections.get(prefixOf(each.id))),
    );
    const id = get();
    const isMissing = id !== undefined && id !== '' && isUntouched() && !(await exists(id));
    const alike = offered.find((record) => prefixOf(record.id) === prefixOf(id)) ?? offered[0];
    if (isMissing && alike) set(alike.id);
    const records = element('select', { 'aria-label': `Record for ${label}` });
    const groups = found.map((kind) =>
      element(
        'optgroup',
        { label: wordsOf(kind.collection) },
        kind.records.slice(0, MAX_OFFERED).map((record) => option(record.id, nameOf(record))),
      ),
    );
    records.append(option('', `Pick for ${label}…`), ...groups);
    records.addEventListener('change', () => records.value && set(records.value));
    const creator = offered.length === 0 && creatorOf(targets[0], contract);
    view.replaceChildren(
      ...(offered.length > 0 ? [records] : []),
      ...(own && own.id !== get()
        ? [element('button', { type: 'button', onclick: () => set(own.id) }, `Use ${nameOf(own)}`)]
        : []),
      ...(creator && (isMissing || id === '')
        ? [
            `This world has no ${wordsOf(targets[0])}. `,
            element('a', { href: creator.hash }, creator.summary),
          ]
        : []),
    );
  }

  /** Reads the records of the caller's world. Without them the fields stay as they are. */
  async function refresh() {
    world = caller.world();
    const read = world;
    const shown = fields;
    if (shown.length === 0) return;
    const content = await ask(`console/worlds/${world}`).catch(() => undefined);
    if (read !== world || shown !== fields || !content) return;
    kinds = content.kinds;
    for (const field of fields) await show(field);
  }

  return {
    refresh,
    collectionOf: (id) => collections.get(prefixOf(id)) ?? '',
    /** Begins the fields of another operation. */
    clear: () => void (fields = []),
    /** Returns the element below a field; undefined for a field that holds no id of a record. */
    pick(schema, field) {
      const targets = targetsOf(schema);
      const view = element('div', { class: 'pick' });
      fields.push({ view, targets, ...field });
      return view;
    },
    /** Remembers the record of a response. */
    add(text) {
      try {
        const { id, title, name, fileName } = JSON.parse(text);
        if (!collections.has(prefixOf(id))) return;
        made = [{ world, id, title: title ?? name ?? fileName }, ...made.filter((each) => each.id !== id)];
      } catch {
        // A body of another type has no record.
      }
    },
  };
}

/** Returns the picks of a body, which read and write its text. */
export function bodyPicks(schema, control, contract, picker) {
  const first = control.value;
  const parsed = () => {
    try {
      return JSON.parse(control.value);
    } catch {
      return undefined;
    }
  };
  return [...referencesIn(schema, contract)].map(([path, field]) =>
    picker.pick(field, {
      label: path.filter((name) => name !== 0).join('.'),
      get: () => valueAt(parsed(), path),
      isUntouched: () => control.value === first || control.dataset.picked === control.value,
      set(id) {
        const body = parsed();
        if (body === undefined) return;
        let node = body;
        path.slice(0, -1).forEach((name, index) => {
          node = node[name] ??= path[index + 1] === 0 ? [] : {};
        });
        node[path.at(-1)] = id;
        const { by } = field['x-references'];
        if (by) node[by] = wordsOf(picker.collectionOf(id)).replaceAll(' ', '_');
        control.value = JSON.stringify(body, null, 2);
        control.dataset.picked = control.value;
        control.dispatchEvent(new Event('input', { bubbles: true }));
      },
    }),
  );
}
