// transitions: x-transitions names known operations and statuses, and reaches every status.
// `from: null` is a new record; `on: time` is a change that the platform makes by itself.

const list = (value) => [value].flat();

/** Returns the statuses that a new record can reach. */
function reachable(transitions) {
  const reached = new Set([null]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { from, to } of transitions)
      if (list(from).some((status) => reached.has(status))) reached.add(to);
  }
  return reached;
}

const KEYS = ['on', 'from', 'to', 'x-provisional'];

function faultOf(transition, statuses, operationIds) {
  const { on, from, to } = transition;
  if (!Object.keys(transition).every((key) => KEYS.includes(key)))
    return 'A transition has on, from, to and x-provisional only.';
  if (on !== 'time' && !operationIds.has(on)) return `${on} is neither an operationId nor time.`;
  const unknown = [...list(from).filter((status) => status !== null), to].filter(
    (status) => !statuses.includes(status),
  );
  return unknown.length > 0
    ? `${unknown.join(', ') || 'An absent status'} is not a value of the enum.`
    : undefined;
}

module.exports = () => {
  const operationIds = new Set();
  const found = [];
  return {
    Operation: ({ operationId }) => void operationIds.add(operationId),
    Schema(schema, { location }) {
      if ('x-transitions' in schema) found.push({ schema, location: location.child('x-transitions') });
    },
    Root: {
      leave(_root, ctx) {
        for (const { schema, location } of found) {
          const { enum: statuses = [], 'x-transitions': transitions } = schema;
          const report = (message, at) => ctx.report({ message, location: at });
          transitions.forEach((transition, index) => {
            const fault = faultOf(transition, statuses, operationIds);
            if (fault) report(fault, location.child(index));
          });
          const reached = reachable(transitions);
          for (const status of statuses)
            if (!reached.has(status)) report(`No transition leads to ${status}.`, location);
        }
      },
    },
  };
};
