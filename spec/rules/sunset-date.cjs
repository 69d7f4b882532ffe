// sunset-date: x-sunset is an existing date. The review of changes depends on it.
/** Repeats src/base/day.ts, because lint rules load without a build. */
const isDay = (text) =>
  typeof text === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

module.exports = () => ({
  Operation(operation, ctx) {
    const sunset = operation['x-sunset'];
    if (sunset === undefined || isDay(sunset)) return;
    ctx.report({
      message: `x-sunset must be a day such as 2027-01-31, not ${JSON.stringify(sunset)}.`,
      location: ctx.location.child('x-sunset'),
    });
  },
});
