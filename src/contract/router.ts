// Finds the operation of a method and a path in a tree of path segments, and matches paths with one template.
import type { Operation } from './document';

interface Node {
  literals: Map<string, Node>;
  template: Node | undefined;
  operations: Map<string, Operation>;
}

const newNode = (): Node => ({ literals: new Map(), template: undefined, operations: new Map() });

const isTemplate = (segment: string): boolean => segment.includes('{');

export class IndexedRouter {
  private readonly root = newNode();
  private readonly byId = new Map<string, Operation>();
  /** Names and segment indexes of an operation's path parameters. */
  private readonly pathParameters = new Map<string, [name: string, index: number][]>();

  constructor(operations: Operation[]) {
    for (const operation of operations) {
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

  operation(operationId: string): Operation | undefined {
    return this.byId.get(operationId);
  }

  /** Returns the decoded path parameters of an operation. */
  paramsOf({ operationId }: Operation, path: string): Record<string, string> {
    const positions = this.pathParameters.get(operationId);
    if (!positions) return {};
    const segments = path.split('/');
    return Object.fromEntries(positions.map(([name, index]) => [name, decodeURIComponent(segments[index]!)]));
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

/** Returns the source of an expression for request paths, with a group for each parameter. */
export const pathSource = (template: string): string =>
  template
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');

export const matchesPath = (template: string, path: string): boolean =>
  new RegExp(`^${pathSource(template)}$`).test(path);
