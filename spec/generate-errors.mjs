// Writes the codes of spec/errors.yaml where the contract lists them: in the schema of errors, and in each response with an
// example of each code that has none. The contract stays an OpenAPI document that any tool reads.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';

const SCHEMA = 'spec/components/schemas/Error.yaml';
const RESPONSES = 'spec/components/responses';
const ENUM = ['properties', 'error', 'enum'];
const CONTENT = ['content', 'application/json'];

const toName = (code) => code.replace(/_(\w)/g, (_match, letter) => letter.toUpperCase());
const toSummary = (code) => code[0].toUpperCase() + code.slice(1).replaceAll('_', ' ');

/** Returns the key under which operations refer to each shared response: a status, or `default`. */
function keysOfResponses(root) {
  const texts = readdirSync(join(root, 'spec/paths'), { recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readFileSync(join(root, 'spec/paths', file), 'utf8'));
  const reference = /^ *'?(\d{3}|default)'?:\n +\$ref: \S*\/responses\/(\w+)\.yaml$/gm;
  return new Map(texts.flatMap((text) => [...text.matchAll(reference)].map(([, key, name]) => [name, key])));
}

function complete(document, errors, isTransport) {
  const content = document.getIn(CONTENT);
  const index = content?.getIn(['schema', 'allOf'])?.items.findIndex((item) => item.hasIn?.(ENUM)) ?? -1;
  if (index < 0) return;
  setCodes(content, ['schema', 'allOf', index, ...ENUM], errors);
  const shown = Object.values(content.toJSON().examples ?? {}).map(({ value }) => value.error);
  for (const [code, { status, meaning, action }] of errors)
    if (!shown.includes(code))
      content.setIn(
        ['examples', toName(code)],
        document.createNode({
          summary: toSummary(code),
          ...(isTransport && { 'x-status': status }),
          value: { error: code, message: `${meaning} ${action}`.replaceAll('`', '') },
        }),
      );
}

/** Keeps the order of the codes that are listed. */
function setCodes(node, path, errors) {
  const codes = errors.map(([code]) => code);
  const listed = node.getIn(path).toJSON();
  const kept = listed.filter((code) => codes.includes(code));
  if (kept.length === codes.length && kept.length === listed.length) return;
  node.setIn(path, [...kept, ...codes.filter((code) => !kept.includes(code))]);
}

/** Returns the files of the contract with the codes, by path, where they lack some. `catalog`: spec/errors.yaml. */
export function errorFilesOf(root, catalog) {
  const errors = Object.entries(catalog);
  const keys = keysOfResponses(root);
  const files = {};
  const edit = (file, change) => {
    const text = readFileSync(join(root, file), 'utf8');
    const document = parseDocument(text);
    const before = JSON.stringify(document.toJSON());
    change(document);
    if (JSON.stringify(document.toJSON()) !== before) files[file] = document.toString({ lineWidth: 0 });
  };
  edit(SCHEMA, (document) => setCodes(document, ENUM, errors));
  for (const name of readdirSync(join(root, RESPONSES))) {
    const key = keys.get(basename(name, '.yaml'));
    const isTransport = key === 'default';
    const ofResponse = errors.filter(([, { status, transport }]) =>
      isTransport ? transport : String(status) === key,
    );
    edit(join(RESPONSES, name), (document) => complete(document, ofResponse, isTransport));
  }
  return files;
}
