/** What libraries use where Jest gives tests a copy: see `test/jest/environment.cjs`. */
declare const worker: { process: NodeJS.Process; console: Console };
/** The database of the project of Jest: see `test/jest/config.cjs`. */
declare const TEST_DATABASE: 'sqlite' | 'postgres' | 'citus';
/** Whether tests of random cases run all of them. The `*.nightly.test.ts` files run too. */
declare const NIGHTLY: boolean;
