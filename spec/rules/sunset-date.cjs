// sunset-date: x-sunset is a day that there is, such as 2027-01-31; the review of changes counts by it.
/** As src/review/dates.ts has it, which is not to be had here: these rules are read without a build, and the package has none of them. */
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
