// Writes the types of the contract: one named type for each schema, and one call signature for each operation.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns the target of a reference, or the value itself. */
function resolved(document, value) {
  if (value?.$ref === undefined) return value;
  const [, ...path] = value.$ref.split('/');
  return path.reduce((parent, name) => parent[name], document);
}

const operationsOf = (document) =>
  Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

/** Adds to each alternative the fields of the others, without a value: code can then read a field of any of them. */
function excludeOthers(alternatives) {
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)));
  for (const { properties } of alternatives)
    for (const name of names) if (properties && !(name in properties)) properties[name] = { enum: [] };
}

/**
 * Returns the parts of the document that the types describe. It leaves out errors, which all have the schema
 * `Error`, and response headers. Each field that is a reference gets the description of its schema.
 */
function typedPartOf(document) {
  // A text format says nothing to the compiler.
  const part = JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'format' && String(value).endsWith('-text') ? undefined : value,
  );
  for (const operation of operationsOf(part)) {
    const successes = Object.entries(operation.responses).filter(([status]) => status < 400);
    operation.responses = Object.fromEntries(
      successes.map(([status, response]) => [status, { ...resolved(part, response), headers: undefined }]),
    );
  }
  delete part.components.responses;
  delete part.components.headers;
  for (const { oneOf = [] } of Object.values(part.components.schemas))
    excludeOthers(oneOf.map((each) => resolved(part, each)));
  for (const schema of Object.values(part.components.schemas))
    for (const field of Object.values(schema.properties ?? {}))
      field.description ??= resolved(part, field).description;
  return part;
}

/** Declares each schema as a type of its own, because editors show the names of declared types only. */
function withNamedSchemas(nodes) {
  const components = nodes.find(({ name }) => name?.text === 'components');
  const schemas = components.members.find(({ name }) => name.text === 'schemas');
  const named = schemas.type.members.map((member) => {
    const declaration = factory.createTypeAliasDeclaration(
      [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
      member.name,
      undefined,
      member.type,
    );
    return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
  });
  const references = schemas.type.members.map(({ name, questionToken }) =>
    factory.createPropertySignature(undefined, name, questionToken, factory.createTypeReferenceNode(name)),
  );
  const replaced = factory.createPropertySignature(
    undefined,
    'schemas',
    undefined,
    factory.createTypeLiteralNode(references),
  );
  const members = components.members.map((member) => (member === schemas ? replaced : member));
  const rest = nodes.map((node) =>
    node === components
      ? factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, members)
      : node,
  );
  return [...rest, ...named];
}

/** Removes the comments of operations, which are in `generated/client.ts`. */
function withoutOperationComments(nodes) {
  const paths = nodes.find(({ name }) => name?.text === 'paths');
  for (const path of paths.members)
    for (const operation of path.type.members) ts.setSyntheticLeadingComments(operation, undefined);
  return nodes;
}

/** Returns the text of `generated/types.ts`. Conditions on the presence of fields have no type, only `unknown`. */
export async function typesOf(document) {
  const nodes = await openapiTS(typedPartOf(document), { defaultNonNullable: false });
  return astToString(withNamedSchemas(withoutOperationComments(nodes)))
    .replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replace(/ & \(unknown(?: \| unknown)*\)/g, '')
    .replace(/^ *\/\*\* @enum \{unknown\} \*\/\n/gm, '');
}

function requiresInit(document, item, operation) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return (
    resolved(document, operation.requestBody)?.required === true ||
    parameters.some((parameter) => resolved(document, parameter).required === true)
  );
}

function docsOf({ summary, description, 'x-availability': availability }) {
  const planned =
    availability === 'planned' ? ['Planned: until its release, a server returns `not_implemented`.'] : [];
  return [summary, description, ...planned]
    .join('\n\n')
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd())
    .join('\n');
}

/** Returns the text of `generated/client.ts`. */
export function clientOf(document) {
  const signatures = (method) =>
    Object.entries(document.paths)
      .filter(([, item]) => item[method])
      .map(([path, item]) => {
        const operation = item[method];
        const id = `'${operation.operationId}'`;
        const init = `init${requiresInit(document, item, operation) ? '' : '?'}: Init<${id}>`;
        return `  /**\n${docsOf(operation)}\n   */\n  (path: '${path}', ${init}): Promise<Result<Data<${id}>>>;`;
      })
      .join('\n');
  const nameOf = (method) => `${method[0].toUpperCase()}${method.slice(1)}`;
  const interfaces = METHODS.map(
    (method) =>
      `export interface ${nameOf(method)} extends AnyCall<'${method}'> {\n${signatures(method)}\n}\n`,
  );
  const members = METHODS.map((method) => `  ${method.toUpperCase()}: ${nameOf(method)};\n`);
  return `import type { AnyCall, Data, Init, Result } from '../src/client/types.js';

${interfaces.join('\n')}
/** A typed client. Each method has one signature for each operation of the contract. */
export interface Client {
${members.join('')}}
`;
}
