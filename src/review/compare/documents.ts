// Compares two documents: pairs their operations, and collects the changes of each and of the whole document.
import { isDeepStrictEqual } from 'node:util';
import { type ContractChange, type Edit, listPointers } from '../edits/edits';
import type { RuleId } from '../edits/rules';
import { OpenApiDocument, type Side, checkSize } from '../model/document';
import { type EffectiveOperation, readOperations } from '../model/operations';
import { SchemaResolver } from '../model/schema';
import { wordEdits } from './words';
import { ChangeCollector, type Compare, type ComparisonContext, OPERATION } from './change-collector';
import type { NoticeTerms } from './deprecation';
import { SchemaComparison } from './schemas';
import { compareHosts } from './unjudged';
import { compareWebhooks, compareCallbacks } from './webhooks';
import { isObject } from '../../base/values';
import { compareLifecycle } from './lifecycle';
import { compareRequestBodies, compareResponses } from './messages';
import { compareParameters } from './parameters';
import { compareSecurity } from './security';
import { compareTransitions } from './behavior';

/** Compares two contracts. @throws ReviewError when they cannot be compared. */
export function compareContracts(
  given: Record<Side, unknown>,
  { maxMegabytes, ...terms }: NoticeTerms & { maxMegabytes: number },
): { changes: ContractChange[]; words: Edit[]; baseOperations: EffectiveOperation[] } {
  for (const side of ['base', 'head'] as const)
    if (isObject(given[side])) checkSize(side, given[side], maxMegabytes);
  const [base, head] = [new OpenApiDocument('base', given.base), new OpenApiDocument('head', given.head)];
  const context: ComparisonContext = {
    base: new SchemaResolver(base),
    head: new SchemaResolver(head),
    schemas: new SchemaComparison(terms),
    ...terms,
  };
  const [baseOperations, headOperations] = [readOperations(base), readOperations(head)];
  // An unchanged document can be large, and needs no comparison.
  if (isDeepStrictEqual(given.base, given.head))
    return { changes: [], words: [], baseOperations: [...baseOperations.values()] };
  const available = [...baseOperations.values()].filter(({ availability }) => availability === 'available');
  const availableIds = new Set(available.map(({ operationId }) => operationId));
  const changes = pairOperations(baseOperations, headOperations).flatMap(([before, after]) => {
    const collector = new ChangeCollector(context, before, after);
    // Whether the base has the same operationId, available, under another path.
    const hasMoved = typeof after?.operationId === 'string' && availableIds.has(after.operationId);
    compareLifecycle(collector, hasMoved, compareParts);
    return collector.changes;
  });
  const all = [...changes, ...compareWebhooks(context), ...compareHosts(context)];
  return {
    changes: all,
    words: wordEdits({ base, head }, [...headOperations.values()], all),
    baseOperations: [...baseOperations.values()],
  };
}

type OperationPair = [base: EffectiveOperation | undefined, head: EffectiveOperation | undefined];

/** Pairs operations by method and path, the remaining ones by method and full path with the server. */
function pairOperations(base: Map<string, EffectiveOperation>, head: Map<string, EffectiveOperation>) {
  const fullPaths = (operation: EffectiveOperation) =>
    pathsFrom(operation, operation.servers.paths).map((path) => `${operation.method} ${path}`);
  const unpaired = new Map<string, EffectiveOperation>();
  for (const operation of head.values())
    if (!base.has(operation.identity)) for (const path of fullPaths(operation)) unpaired.set(path, operation);
  const paired = new Set<EffectiveOperation>();
  const pairs = [...base.values()].map((before): OperationPair => {
    const candidates = [head.get(before.identity), ...fullPaths(before).map((path) => unpaired.get(path))];
    const after = candidates.find((candidate) => candidate && !paired.has(candidate));
    if (after) paired.add(after);
    return [before, after];
  });
  const added = [...head.values()].filter((after) => !paired.has(after));
  return [...pairs, ...added.map((after): OperationPair => [undefined, after])];
}

const compareParts: Compare<EffectiveOperation> = (collector, base, head) => {
  compareServers(collector, base, head);
  compareSecurity(collector, base, head);
  compareParameters(collector, base, head);
  compareRequestBodies(collector, base.body, head.body);
  compareResponses(collector, base.responses, head.responses);
  const { context } = collector;
  const documents = { base: context.base.document, head: context.head.document };
  // Transitions name operationIds: without one, only the operationId has changed.
  if (base.operationId !== null && head.operationId !== null)
    compareTransitions(head.operationId, base.transitions, head.transitions, documents, (rule, values, at) =>
      collector.add(rule, OPERATION, values, at),
    );
  compareCallbacks(collector, base, head);
};

/** Compares full URL paths. A prefix can move between the server and the operation path. */
const compareServers: Compare<EffectiveOperation> = (collector, base, head) => {
  const at = listPointers(base.servers, head.servers);
  const add = (rule: RuleId, kind: 'paths' | 'choices') => {
    const text = ({ servers }: EffectiveOperation) => servers[kind].map((path) => path || '/').join(', ');
    collector.add(rule, OPERATION, { before: text(base), after: text(head) }, at);
  };
  if (!isSubset(base, head, 'paths')) add('server-path-changed', 'paths');
  else if (!isSubset(base, head, 'choices')) add('server-path-changed', 'choices');
  else if (!isSubset(head, base, 'paths')) add('server-path-added', 'paths');
  const [before, after] = [base.servers.hosts, head.servers.hosts];
  // The servers of the document are reported once for the whole document.
  if (before !== after && (base.servers.isOwn || head.servers.isOwn))
    collector.add('unjudged-changed', { where: 'servers' }, { before, after }, { head: at.head });
};

const pathsFrom = ({ identity }: EffectiveOperation, prefixes: string[]): string[] =>
  prefixes.map((prefix) => prefix + identity.slice(identity.indexOf('/')));

const isSubset = (one: EffectiveOperation, other: EffectiveOperation, kind: 'paths' | 'choices'): boolean =>
  pathsFrom(one, one.servers[kind]).every((path) => pathsFrom(other, other.servers[kind]).includes(path));
