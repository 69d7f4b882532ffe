// Jest's loader of modules, with one difference: libraries are Node's to load, once for a worker and not once
// for each test file, and so is what the contract alone decides. Decision 10 says why.
'use strict';
const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const { dirname, isAbsolute, join, resolve } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** A bare name is a library's; our own modules and tests are named by their paths. */
const isLibrary = (name) =>
  name !== undefined && !name.startsWith('.') && !isAbsolute(name) && name !== '@jest/globals';

/** The contract and the validators of its schemas: they are the same whatever a test does. */
const OF_CONTRACT = ['generated/openapi.json', 'src/contract/schemas'].map((path) =>
  join(__dirname, '../..', path),
);
const kept = new Map();

/** So that no test can change it for the next one: whoever tries is told. */
function freeze(value) {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const compiled = new Map();

/**
 * Our own modules run where the libraries do, so that both mean the same by Error and Array. Each test file
 * calls the same function anew and so has modules of its own; what the engine has made of the source it need
 * not make again.
 */
function compileOnce(source, filename, parameters) {
  let known = compiled.get(filename);
  if (known?.source !== source) {
    known = { source, run: compileFunction(source, parameters, { filename }) };
    compiled.set(filename, known);
  }
  return known.run;
}

module.exports = class WorkerRuntime extends Runtime {
  contexts = [];

  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    executor.compile = (source, filename) => compileOnce(source, filename, executor.injectedModuleParameters);
  }

  requireModuleOrMock(from, name) {
    if (isLibrary(name)) return createRequire(from)(name);
    const path = name === undefined ? from : resolve(dirname(from), name);
    if (!OF_CONTRACT.includes(path)) return super.requireModuleOrMock(from, name);
    if (!kept.has(path)) kept.set(path, freeze(super.requireModuleOrMock(from, name)));
    return kept.get(path);
  }

  /** What Jest itself needs for a test file. Its record of the test that runs is noted: see `teardown`. */
  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage: this.contextsOfThisFile() };
    return isLibrary(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  contextsOfThisFile() {
    const { contexts } = this;
    return class extends asyncHooks.AsyncLocalStorage {
      constructor() {
        super();
        contexts.push(this);
      }
    };
  }

  /**
   * Jest makes such a record for each test file and leaves it on: after a hundred files each promise of the
   * worker was told to a hundred of them.
   */
  teardown() {
    for (const context of this.contexts) context.disable();
    super.teardown();
  }
};
