// Where tests run: Jest's environment for Node, with the libraries that the worker has loaded. Decision 10.
'use strict';
const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const { isNativeError, isPromise } = require('node:util').types;
const { TestEnvironment } = require('jest-environment-node');
const { checkTitles, shortenError } = require('./readable.cjs');

const ERRORS = ['Error', 'TypeError', 'SyntaxError', 'RangeError', 'URIError'];
const isInstance = Function.prototype[Symbol.hasInstance];

function hasConstructor(value, name) {
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && (prototype.constructor.name === name || hasConstructor(prototype, name));
}

/** `accepts`: returns whether a value is an instance of a class of this name, in any context. */
function acceptInstances(global, name, accepts) {
  const own = global[name];
  Object.defineProperty(own, Symbol.hasInstance, {
    configurable: true,
    value(value) {
      return isInstance.call(this, value) || (this === own && accepts(value));
    },
  });
}

/** Libraries and tests have classes of errors and promises of their own. `instanceof` accepts both. */
function acceptInstancesOfBoth(global) {
  acceptInstances(global, 'Promise', isPromise);
  for (const name of ERRORS)
    acceptInstances(global, name, (value) => isNativeError(value) && hasConstructor(value, name));
}
acceptInstancesOfBoth(globalThis);

const { AsyncLocalStorage } = asyncHooks;
const HAS_FAST_STORAGE = Number(process.versions.node.split('.')[0]) >= 24;

module.exports = class extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.requireLibrary = (from, name) => createRequire(from)(name);
    this.global.worker = { process, console };
    this.titles = [];
    acceptInstancesOfBoth(this.global);
  }

  /**
   * Jest enables one storage for each test file, and on Node before 24 each slows every promise of the worker
   * down.
   */
  async setup() {
    await super.setup();
    this.opened = [];
    if (HAS_FAST_STORAGE) return;
    const { opened } = this;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(...given) {
        super(...given);
        opened.push(this);
      }
    };
  }

  handleTestEvent({ name, testName, blockName, test }) {
    if (name === 'add_test' || name === 'start_describe_definition') this.titles.push(testName ?? blockName);
    if (name === 'run_start') checkTitles(this.titles);
    if (name === 'test_done') for (const errors of test.errors) shortenError([errors].flat()[0]);
  }

  async teardown() {
    for (const storage of this.opened) storage.disable();
    await super.teardown();
  }
};
