/** What libraries use where Jest gives tests a copy: see `test/jest/environment.cjs`. */
declare const worker: { process: NodeJS.Process; console: Console };
