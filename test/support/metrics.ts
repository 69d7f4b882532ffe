// Reads values and names from the Prometheus text format.

/** Returns the sum of all samples with this name and these labels, whatever other labels they have. */
export function valueOf(
  metrics: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const samples = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const matching = samples.filter((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
  return matching.length === 0
    ? undefined
    : matching.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Returns the names of all samples, and of metrics without samples. */
export const namesIn = (metrics: string): Set<string> =>
  new Set([...metrics.matchAll(/^(?:# TYPE )?([a-zA-Z_]\w*)[ {]/gm)].map(([, name]) => name!));

/** Returns the names of metrics and recorded series in a PromQL query. */
export function namesAskedFor(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/\b\d[\de.]*/g, '');
  return [...bare.matchAll(/[a-zA-Z_][\w:]*(?![\w:]*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['sum', 'max', 'min', 'count', 'and', 'or', 'unless'].includes(name));
}
