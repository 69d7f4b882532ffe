// Finds the operation of a request in a tree of path segments. openapi-backend's own router builds a regular
// expression per operation for every request (spec/decisions/0003-openapi-backend-indexed.md).
import { type Operation as BackendOperation, OpenAPIRouter } from 'openapi-backend';
import type { Operation } from './document';
import type { ContractRequest } from './handler';

interface Node {
  literals: Map<string, Node>;
  template: Node | undefined;
  operations: Map<string, Operation>;
}

const newNode = (): Node => ({ literals: new Map(), template: undefined, operations: new Map() });

const isTemplate = (segment: string): boolean => segment.includes('{');

/** Returns the path segment that combines text and a parameter, for example `{name}.json`. */
export const mixedSegment = (path: string): string | undefined =>
  path.split('/').find((segment) => isTemplate(segment) && !/^\{[^{}]+\}$/.test(segment));

export class IndexedRouter extends OpenAPIRouter {
  private readonly root = newNode();
  private readonly byId = new Map<string, Operation>();
  /** Names and segment indexes of an operation's path parameters. */
  private readonly pathParameters = new Map<string, [name: string, index: number][]>();

  constructor(operations: Operation[]) {
    super({ definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } });
    const isMixed = ({ path }: Operation): boolean => mixedSegment(path) !== undefined;
    // A mixed segment matches every text, so another operation of the same place has precedence.
    for (const operation of [...operations].sort((a, b) => Number(isMixed(a)) - Number(isMixed(b)))) {
      let node = this.root;
      for (const segment of operation.path.slice(1).split('/')) {
        const next = isTemplate(segment)
          ? (node.template ??= newNode())
          : (node.literals.get(segment) ?? newNode());
        if (!isTemplate(segment)) node.literals.set(segment, next);
        node = next;
      }
      if (!node.operations.has(operation.method)) node.operations.set(operation.method, operation);
      this.byId.set(operation.operationId, operation);
      const positions = operation.path
        .split('/')
        .flatMap((segment, index): [string, number][] =>
          isTemplate(segment) ? [[segment.slice(1, -1), index]] : [],
        );
      if (positions.length > 0) this.pathParameters.set(operation.operationId, positions);
    }
  }

  /** Returns the methods of a path, including HEAD and OPTIONS; an empty list for an unknown path. */
  allowedMethods(path: string): string[] {
    const node = this.nodeAt(path);
    if (!node) return [];
    const methods = [...node.operations.keys()];
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  }

  find(method: string, path: string): Operation | undefined {
    return this.nodeAt(path)?.operations.get(method);
  }

  /** openapi-backend recognizes 404 and 405 by the first characters of the error message. */
  override matchOperation({ method, path }: { method: string; path: string }): BackendOperation {
    const operation = this.find(method, path);
    if (!operation) throw new Error(this.nodeAt(path) ? '405-methodNotAllowed' : '404-notFound');
    return operation;
  }

  override getOperation(operationId: string): BackendOperation | undefined {
    return this.byId.get(operationId);
  }

  override getOperations(): BackendOperation[] {
    return [...this.byId.values()];
  }

  /** Only adds the path parameters: src/server/api parses the rest. */
  override parseRequest(request: never, operation?: BackendOperation): never {
    const own = request as ContractRequest;
    const positions = operation && this.pathParameters.get(operation.operationId!);
    if (positions) {
      const segments = own.path.split('/');
      for (const [name, index] of positions) own.params[name] = decodeURIComponent(segments[index]!);
    }
    return request;
  }

  /**
   * Returns the node that has the path's operations. As OpenAPI requires, `/users/me` never matches
   * `/users/{id}`, whatever the method. The path with the longer literal prefix wins.
   */
  private nodeAt(path: string): Node | undefined {
    let nodes = [this.root];
    for (const segment of path.slice(1).split('/')) {
      const next: Node[] = [];
      for (const node of nodes) {
        const literal = node.literals.get(segment);
        if (literal) next.push(literal);
        if (node.template && segment !== '') next.push(node.template);
      }
      if (next.length === 0) return undefined;
      nodes = next;
    }
    return nodes.find((node) => node.operations.size > 0);
  }
}
