// A CPU profile folded: the percentage of time by part of Node, by library, or by room of this project.

/**
 * What has no caller; any other code without a file of its own,
 * such as a native function, counts for whoever called it.
 */
const WITHOUT_CALLER = {
  '(idle)': 'idle',
  '(program)': 'native code and system calls',
  '(garbage collector)': 'garbage collection',
};

/** The first that matches. */
const PARTS_OF_NODE = [
  ['Node: HTTP', /^node:(_http|internal\/http|http)/],
  ['Node: sockets and streams', /^node:(net|stream|internal\/(streams|stream_base|net))/],
  ['Node: async hooks, timers, promises', /^node:(async_hooks|timers|internal\/(async|timers|process))/],
  ['Node: files', /^node:(fs|internal\/fs)/],
  ['Node: events', /^node:(events|internal\/events)/],
  ['Node: other', /^node:/],
];

const MIN_PERCENT = 0.5;

function shareOf({ functionName, url }, root) {
  if (WITHOUT_CALLER[functionName]) return WITHOUT_CALLER[functionName];
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  const room = url.split(`${root}dist/`)[1]?.match(/^src\/[^/.]+/)?.[0];
  return library ?? room ?? PARTS_OF_NODE.find(([, pattern]) => pattern.test(url))?.[0];
}

/**
 * @param profile as V8 writes it: `nodes`, callers before what they call, `samples` (ids of nodes), and the
 * microseconds before each.
 * @param since milliseconds before its end;
 * what was earlier, such as the start of the process, does not count.
 */
export function shares({ nodes, samples, timeDeltas, startTime, endTime }, root, since) {
  const names = new Map();
  for (const { id, callFrame, children = [] } of nodes) {
    names.set(id, shareOf(callFrame, root) ?? names.get(id) ?? 'other');
    for (const child of children) names.set(child, names.get(id));
  }
  const times = new Map();
  let [now, total] = [startTime, 0];
  for (const [index, id] of samples.entries()) {
    now += timeDeltas[index];
    if (now < endTime - since * 1000) continue;
    times.set(names.get(id), (times.get(names.get(id)) ?? 0) + timeDeltas[index]);
    total += timeDeltas[index];
  }
  const all = [...times]
    .map(([share, time]) => ({ share, percent: (100 * time) / total }))
    .sort((one, other) => other.percent - one.percent);
  const [large, small] = [
    all.filter(({ percent }) => percent >= MIN_PERCENT),
    all.filter(({ percent }) => percent < MIN_PERCENT),
  ];
  return [
    ...large,
    { share: `${small.length} others`, percent: small.reduce((sum, { percent }) => sum + percent, 0) },
  ];
}
