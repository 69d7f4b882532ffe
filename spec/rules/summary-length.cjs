// summary-length: a summary has at most seven words, and the description says more.
const MAX_WORDS = 7;

module.exports = () => ({
  Operation(operation, ctx) {
    const { summary = '', description = '' } = operation;
    const words = summary.trim().split(/\s+/).filter(Boolean).length;
    const report = (message, key) =>
      ctx.report({ message, location: key in operation ? ctx.location.child(key) : ctx.location.key() });
    if (words === 0) report('The operation needs a summary.', 'summary');
    if (words > MAX_WORDS)
      report(`The summary has ${words} words; at most ${MAX_WORDS} fit a table of contents.`, 'summary');
    if (summary.trim().endsWith('.')) report('A summary is a title: no period at its end.', 'summary');
    if (description.trim().length <= summary.trim().length)
      report('The operation needs a description that says more than its summary.', 'description');
  },
});
