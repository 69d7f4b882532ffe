// Jest's loader of modules, with one difference: libraries are Node's to load, once for a worker and not once for each test file. Decision 10 says why.
'use strict';
const { createRequire } = require('node:module');
const { isAbsolute } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** A bare name is a library's; our own modules and tests are named by their paths. */
const isLibrary = (name) => name !== undefined && !name.startsWith('.') && !isAbsolute(name) && name !== '@jest/globals';

module.exports = class WorkerRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    // Our own modules run where the libraries do, so that both mean the same by Error and Array.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    return isLibrary(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  /** What Jest itself needs for a test file. */
  requireInternalModule(from, name) {
    return isLibrary(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }
};
