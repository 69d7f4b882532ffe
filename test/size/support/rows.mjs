// The rows of budgets.yaml as requests and command lines.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const require = createRequire(import.meta.url);

export const budgets = parse(readFileSync(new URL('../budgets.yaml', import.meta.url), 'utf8'));

/** Replaces `{name}` by its value. */
export const fill = (text, values) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (values[name] === undefined)
      throw new Error(`budgets.yaml has {${name}}, which is no value of the data.`);
    return values[name];
  });

const PREFIXES = { facilities: 'fac', 'control-centers': 'cc', 'cyber-systems': 'cs', 'cyber-assets': 'ca' };

/** How many assets a record of each kind stands for. */
const SHARES = { facilities: 200, 'control-centers': 1, 'cyber-systems': 100, 'cyber-assets': 1 };

/** Returns the request `number` of an operation. Each changes another asset; DELETE takes the last ones. */
function requestOf({ method, path, requestBody }, number, { big, round }) {
  const [, resource] = path.split('/');
  const index =
    method === 'DELETE' ? big.assets - round - number : number % Math.ceil(big.assets / SHARES[resource]);
  const asset = { name: `size ${round}-${number}`, cyber_system_id: 'cs_big_000000', asset_type: 'hardware' };
  return {
    method,
    path: path.replace('{id}', `${PREFIXES[resource]}_big_${String(index).padStart(6, '0')}`),
    headers: { 'x-api-key': big.key },
    body: requestBody && (method === 'POST' ? asset : { asset_type: number % 2 ? 'hardware' : 'software' }),
  };
}

/** Returns the available operations by id, each with a function that returns its requests. */
export function operationRows(data) {
  const { contractDocument, listOperations } = require('../../../dist/src/contract/document.js');
  return listOperations(contractDocument)
    .filter(({ availability }) => availability === 'available')
    .map((operation) => ({
      name: operation.operationId,
      request: (number, round) => requestOf(operation, number, { ...data, round }),
    }));
}

/** Returns the GET routes of the Settings pages. */
export function pageRoutes() {
  const { createSettings } = require('../../../dist/src/server/settings/settings.js');
  const site = { names: {}, users: {}, signIn: {}, secret: '', url: String, apiUrl: String };
  const gets = createSettings(site).routes.filter(({ method }) => method === 'get');
  return gets.map(({ path }) => path);
}

/** Returns the names of the commands that run. */
export function commandNames() {
  const { createProgram } = require('../../../dist/src/cli/program.js');
  const runs = (command, name = '') => [
    ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [name.trim()] : []),
    ...command.commands.flatMap((child) => runs(child, `${name} ${child.name()}`)),
  ];
  return runs(createProgram());
}

const routePattern = (route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);

/** Returns a sentence for each operation, page and command without a budget, and for each budget without one of these. */
export function missingBudgets() {
  const { operations, pages, commands, unmeasured } = budgets;
  const ids = operationRows({}).map(({ name }) => name);
  const routes = pageRoutes();
  const names = commandNames();
  const none = (name, listed) => !listed && !(name in unmeasured);
  const ownNames = (line) => names.filter((name) => line === name || line.startsWith(`${name} `));
  const nameOf = (line) => ownNames(line).sort((one, other) => other.length - one.length)[0];
  const measured = new Set(Object.keys(commands).map(nameOf));
  return [
    ...ids.filter((id) => none(id, id in operations)).map((id) => `The operation ${id} has no budget.`),
    ...routes
      .filter((route) =>
        none(
          route,
          Object.keys(pages).some((page) => routePattern(route).test(page)),
        ),
      )
      .map((route) => `The page ${route} has no budget.`),
    ...names
      .filter((name) => none(name, measured.has(name)))
      .map((name) => `The command ${name} has no budget.`),
    ...Object.keys(operations)
      .filter((id) => !ids.includes(id))
      .map((id) => `There is no operation ${id}.`),
    ...Object.keys(pages)
      .filter((page) => !routes.some((route) => routePattern(route).test(page)))
      .map((page) => `There is no page ${page}.`),
    ...Object.keys(commands)
      .filter((line) => !nameOf(line))
      .map((line) => `There is no command ${line}.`),
    ...Object.keys(unmeasured)
      .filter((name) => ![...ids, ...routes, ...names].includes(name))
      .map((name) => `There is no ${name} to leave unmeasured.`),
  ].map((sentence) => `${sentence} See test/size/budgets.yaml.`);
}
