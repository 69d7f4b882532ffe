// stated-promises: a sentence that calls something provisional, fixed or final is also data, which the review compares.
const { isObject } = require('./reach.cjs');

/** Keywords with values, which may contain any key. */
const VALUES = ['example', 'examples', 'default', 'enum', 'const'];

const sentencesOf = (text) => text.split(/(?<=[.;:])\s+/);
const namesIn = (sentence) => [...sentence.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
const membersOf = ({ enum: values = [], required = [] }) => [...values, ...required];

/** Returns whether a part is marked below a node, in its file. */
const isMarkedBelow = (node) =>
  isObject(node) && ('x-provisional' in node || Object.values(node).some(isMarkedBelow));

/** Returns the names that a sentence calls fixed; of a sentence without names, all members. */
function fixedIn(sentence, node) {
  const except = /\bother than (.*) (?:is|are) provisional\b/.exec(sentence);
  if (except) return namesIn(except[1]);
  if (!/\b(?:is|are) fixed\b/.test(sentence)) return [];
  const names = namesIn(sentence);
  return names.length > 0 ? names : membersOf(node);
}

const isFinal = (status, transitions) =>
  transitions.some(({ to }) => to === status) &&
  !transitions.some(({ from, to }) => to !== status && [from].flat().includes(status));

/** Returns what the data does not say. `isProvisional`: a mark covers the node. */
function* faultsOf(node, isProvisional) {
  for (const sentence of sentencesOf(node.description)) {
    if (/(?<!x-)\bprovisional\b/.test(sentence) && !isProvisional && !isMarkedBelow(node))
      yield `No x-provisional marks what "${sentence}" says.`;
    const { 'x-fixed': fixed = [], 'x-transitions': transitions = [] } = node;
    const missing = isProvisional ? fixedIn(sentence, node).filter((name) => !fixed.includes(name)) : [];
    if (missing.length > 0) yield `x-fixed must list ${missing.join(', ')}: "${sentence}".`;
    if (
      /\b(?:is|are) final\b/.test(sentence) &&
      !namesIn(sentence).every((name) => isFinal(name, transitions))
    )
      yield `A transition of x-transitions leaves what "${sentence}" names, or none leads there.`;
  }
}

module.exports = () => {
  const seen = new Set();

  function search(node, location, around, ctx) {
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    const isProvisional = around || node['x-provisional'] === true;
    if (typeof node.description === 'string')
      for (const message of faultsOf(node, isProvisional))
        ctx.report({ message, location: location.child('description') });
    const unknown = (node['x-fixed'] ?? []).filter((name) => !membersOf(node).includes(name));
    if ('x-fixed' in node && (unknown.length > 0 || !isProvisional))
      ctx.report({
        message: `x-fixed lists values or required fields of a provisional schema, not ${unknown.join(', ')}.`,
        location: location.child('x-fixed').key(),
      });
    if (typeof node.$ref === 'string') {
      const target = ctx.resolve(node, location.source.absoluteRef);
      if (target.node !== undefined) search(target.node, target.location, false, ctx);
    }
    for (const [key, child] of Object.entries(node))
      if (!VALUES.includes(key)) search(child, location.child(key), isProvisional, ctx);
  }

  return { Root: (root, ctx) => search(root, ctx.location, false, ctx) };
};
