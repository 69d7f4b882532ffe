// Compares two documents: pairs their operations, and collects the changes of each and of the whole document.
import type { ContractChange } from '../edits/changes';
import type { Edit } from '../edits/edits';
import { Budget, OpenApiDocument, type Side, checkSize } from '../model/document';
import { type EffectiveOperation, readOperations } from '../model/operations';
import { SchemaResolver } from '../model/schema';
import { wordEdits } from './words';
import { ChangeCollector, type ComparisonContext } from './change-collector';
import { compareOperation } from './operation';
import { SchemaComparison } from './schemas';
import { compareHosts } from './unjudged';
import { compareWebhooks } from './webhooks';
import { isObject } from '../../base/json';

/** Compares two contracts. @throws ReviewError when they cannot be compared. */
export function compareContracts(
  { base, head }: Record<Side, unknown>,
  options: Pick<ComparisonContext, 'today' | 'noticeDays'> & { maxMegabytes: number },
): { changes: ContractChange[]; words: Edit[]; baseOperations: EffectiveOperation[] } {
  const { maxMegabytes } = options;
  if (isObject(base)) checkSize('base', base, maxMegabytes);
  if (isObject(head)) checkSize('head', head, maxMegabytes);
  const documents = { base: new OpenApiDocument('base', base), head: new OpenApiDocument('head', head) };
  const budget = new Budget();
  const context: ComparisonContext = {
    base: new SchemaResolver(documents.base, budget),
    head: new SchemaResolver(documents.head, budget),
    schemas: new SchemaComparison(budget),
    today: options.today,
    noticeDays: options.noticeDays,
  };
  const [baseOperations, headOperations] = [readOperations(documents.base), readOperations(documents.head)];
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
