// Compares two documents: pairs their operations, and collects the changes of each and of the whole document.
import { isDeepStrictEqual } from 'node:util';
import type { ContractChange, Edit } from '../edits/edits';
import { OpenApiDocument, type Side, checkSize } from '../model/document';
import { type EffectiveOperation, readOperations } from '../model/operations';
import { SchemaResolver } from '../model/schema';
import { wordEdits } from './words';
import { ChangeCollector, type ComparisonContext, OPERATION } from './change-collector';
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
  { base, head }: Record<Side, unknown>,
  { maxMegabytes, ...terms }: NoticeTerms & { maxMegabytes: number },
): { changes: ContractChange[]; words: Edit[]; baseOperations: EffectiveOperation[] } {
  if (isObject(base)) checkSize('base', base, maxMegabytes);
  if (isObject(head)) checkSize('head', head, maxMegabytes);
  const documents = { base: new OpenApiDocument('base', base), head: new OpenApiDocument('head', head) };
  const context: ComparisonContext = {
    base: new SchemaResolver(documents.base),
    head: new SchemaResolver(documents.head),
    schemas: new SchemaComparison(terms),
    ...terms,
  };
  const [baseOperations, headOperations] = [readOperations(documents.base), readOperations(documents.head)];
  // An unchanged document can be large, and needs no comparison.
  if (isDeepStrictEqual(base, head))
    return { changes: [], words: [], baseOperations: [...baseOperations.values()] };
  const availableIds = new Set(
    [...baseOperations.values()].flatMap(({ availability, operationId }) =>
      availability === 'available' && operationId !== null ? [operationId] : [],
    ),
  );
  const changes = pairOperations(baseOperations, headOperations).flatMap(([before, after]) => {
    const collector = new ChangeCollector(context, before, after);
    const operationId = after?.operationId ?? null;
    compareOperation(collector, operationId !== null && availableIds.has(operationId));
    return collector.changes;
  });
  const all = [...changes, ...compareWebhooks(context), ...compareHosts(context)];
  return {
    changes: all,
    words: wordEdits(documents, [...headOperations.values()], all),
    baseOperations: [...baseOperations.values()],
  };
}

type OperationPair = [base: EffectiveOperation | undefined, head: EffectiveOperation | undefined];

/** Pairs operations by method and path, the remaining ones by method and full path with the server. */
function pairOperations(
  base: Map<string, EffectiveOperation>,
  head: Map<string, EffectiveOperation>,
): OperationPair[] {
  const fullPaths = ({ method, identity, servers }: EffectiveOperation) =>
    servers.paths.map((prefix) => `${method} ${prefix}${identity.slice(identity.indexOf('/'))}`);
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

/** @param hasMoved whether the base has the same operationId, available, under another path. */
function compareOperation(collector: ChangeCollector, hasMoved: boolean): void {
  compareLifecycle(collector, hasMoved, (_, base, head) => {
    compareServers(collector, base, head);
    compareSecurity(collector, base, head);
    compareParameters(collector, base, head);
    compareRequestBodies(collector, base.body, head.body);
    compareResponses(collector, base.responses, head.responses);
    compareTransitions(base, head, collector.context.base.document, (rule, values, at) =>
      collector.add(rule, OPERATION, values, at),
    );
    compareCallbacks(collector, base, head);
  });
}

type ServerPaths = 'paths' | 'choices';

/** Compares full URL paths. A prefix can move between the server and the operation path. */
function compareServers(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const fullPaths = ({ servers, identity }: EffectiveOperation, kind: ServerPaths) =>
    servers[kind].map((prefix) => prefix + identity.slice(identity.indexOf('/')));
  const isSubset = (one: EffectiveOperation, other: EffectiveOperation, kind: ServerPaths): boolean =>
    fullPaths(one, kind).every((path) => fullPaths(other, kind).includes(path));
  const shown = (kind: ServerPaths) => {
    const text = ({ servers }: EffectiveOperation) => servers[kind].map((path) => path || '/').join(', ');
    return { before: text(base), after: text(head) };
  };
  const at = { base: base.servers.pointer, head: head.servers.pointer };
  if (!isSubset(base, head, 'paths')) collector.add('server-path-changed', OPERATION, shown('paths'), at);
  else if (!isSubset(base, head, 'choices'))
    collector.add('server-path-changed', OPERATION, shown('choices'), at);
  else if (!isSubset(head, base, 'paths')) collector.add('server-path-added', OPERATION, shown('paths'), at);
  const [before, after] = [base.servers.hosts, head.servers.hosts];
  // The servers of the document are reported once for the whole document.
  if (before !== after && (base.servers.isOwn || head.servers.isOwn))
    collector.add(
      'unjudged-changed',
      { where: 'servers' },
      { before, after },
      { head: head.servers.pointer },
    );
}
