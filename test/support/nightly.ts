/** With `NIGHTLY=true`, tests of random cases run all of them, and the `*.nightly.test.ts` files run too. */
export const NIGHTLY = process.env['NIGHTLY'] === 'true';
