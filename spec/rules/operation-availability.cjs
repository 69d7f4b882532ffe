// operation-availability: each operation has x-availability. Server, sandbox and types depend on it.
module.exports = () => ({
  Operation(operation, ctx) {
    const availability = operation['x-availability'];
    if (availability === 'available' || availability === 'planned') return;
    ctx.report({
      message: `x-availability must be available or planned, not ${availability ?? 'absent'}.`,
      location: availability === undefined ? ctx.location.key() : ctx.location.child('x-availability'),
    });
  },
});
