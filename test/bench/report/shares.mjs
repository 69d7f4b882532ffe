// A CPU profile folded: the percentage of time by library or room of this project.

/** Code that V8 or Node runs without a file of its own counts for whoever called it, but for these. */
const OWN_SHARE = { '(idle)': 'idle', '(program)': 'native code and system calls', '(garbage collector)': 'garbage collection' };

function shareOf({ functionName, url }, root) {
  if (OWN_SHARE[functionName]) return OWN_SHARE[functionName];
  if (url.startsWith('node:')) return 'Node itself';
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library) return library;
  const room = url.split(`${root}dist/`)[1]?.match(/^src\/[^/.]+/)?.[0];
  return room;
}

/** @param profile as V8 writes it: `nodes` with their `children`, `samples` (ids of nodes) and the `timeDeltas` between them. The largest share first. */
export function shares({ nodes, samples, timeDeltas }, root) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const names = new Map();
  // Callers stand before what they call.
  for (const node of nodes) {
    names.set(node.id, shareOf(node.callFrame, root) ?? names.get(node.id) ?? 'other');
    for (const child of node.children ?? []) names.set(child, names.get(node.id));
  }
  const times = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    if (!byId.has(id)) continue;
    const name = names.get(id);
    times.set(name, (times.get(name) ?? 0) + timeDeltas[index]);
    total += timeDeltas[index];
  }
  return [...times].map(([share, time]) => ({ share, percent: (100 * time) / total })).sort((one, other) => other.percent - one.percent);
}
