// Compiles TypeScript with swc, and takes libraries from the environment, which loads them once in a worker.
'use strict';
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { createTransformer } = require('@swc/jest');

const parser = { syntax: 'typescript' };
const typescript = createTransformer({ jsc: { parser, target: 'es2022' } });
const tsx = createTransformer({
  jsc: {
    parser: { ...parser, tsx: true },
    transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    target: 'es2022',
  },
});

/** Their values are compared with those of the project by `isDeepStrictEqual`, which compares prototypes. */
const OF_THE_TEST = ['@jest/globals', 'secure-json-parse'];
const LIBRARY = /\brequire\("([^".][^"]*)"\)/g;
const requireLibraries = (code) =>
  code.replace(LIBRARY, (call, name) =>
    isBuiltin(name) || OF_THE_TEST.includes(name) ? call : `requireLibrary(__filename, "${name}")`,
  );

const compilerOf = (path) => (path.endsWith('x') ? tsx : typescript);
const version = createHash('sha256').update(readFileSync(__filename)).digest('hex');

module.exports = {
  process(source, path, options) {
    const compiled = compilerOf(path).process(source, path, options);
    return { ...compiled, code: requireLibraries(compiled.code) };
  },
  getCacheKey: (source, path, options) => version + compilerOf(path).getCacheKey(source, path, options),
};
