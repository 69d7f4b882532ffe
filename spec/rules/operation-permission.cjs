// operation-permission: each operation has x-permission. The sandbox enforces it.
const PERMISSION = /^[a-z_]+:(read|write|approve)$/;

module.exports = () => ({
  Operation(operation, ctx) {
    const permission = operation['x-permission'];
    if (permission === 'none' || PERMISSION.test(permission)) return;
    ctx.report({
      message: `x-permission must be none or a permission such as tasks:write, not ${permission ?? 'absent'}.`,
      location: permission === undefined ? ctx.location.key() : ctx.location.child('x-permission'),
    });
  },
});
