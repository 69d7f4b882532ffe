// Matches request paths with one path template. IndexedRouter finds the operation of a path.

/** Returns the source of an expression for request paths, with a group for each parameter. */
export const pathSource = (template: string): string =>
  template
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');

export const matchesPath = (template: string, path: string): boolean =>
  new RegExp(`^${pathSource(template)}$`).test(path);
