// Matches request paths with path templates, for programs that have no router.
import type { Operation } from './document';

/** Returns the source of an expression for request paths, with a group for each parameter. */
export const pathSource = (template: string): string =>
  template
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');

export const matchesPath = (template: string, path: string): boolean =>
  new RegExp(`^${pathSource(template)}$`).test(path);

/** Literal segments sort before parameters. */
const sortKey = (template: string): string =>
  template.replace(/[^/]+/g, (segment) => (segment.includes('{') ? '1' : '0'));

/**
 * Returns the operation of a request. As OpenAPI requires, `/users/me` never matches `/users/{id}`, whatever
 * the method. The path with the longer literal prefix wins.
 */
export function findOperation(operations: Operation[], method: string, path: string): Operation | undefined {
  const [first] = operations
    .map((operation) => operation.path)
    .filter((template) => matchesPath(template, path))
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  return operations.find((operation) => operation.path === first && operation.method === method);
}
