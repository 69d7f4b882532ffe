// What /metrics says, as numbers.

/** The value of a sample such as `http_requests_total{status="200"}`, whatever other labels it has: summed when there are several. */
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

/** Names of samples and of the metrics that have no sample yet. */
export const namesIn = (metrics: string): Set<string> =>
  new Set([...metrics.matchAll(/^(?:# TYPE )?([a-zA-Z_]\w*)[ {]/gm)].map(([, name]) => name!));

/** What a dashboard asks for: names outside of texts, labels and functions. */
export function namesAskedFor(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/[a-zA-Z_]\w*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['sum', 'max', 'min'].includes(name));
}
