// Where tests run: in the worker's own globals, with the libraries that it has loaded. What a test file adds
// to them goes with it.
'use strict';
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

module.exports = class WorkerEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.known = new Set(Reflect.ownKeys(globalThis));
    this.console = console; // Jest puts its own in their place
    this.exit = process.exit;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const key of Reflect.ownKeys(globalThis))
      if (!this.known.has(key)) Reflect.deleteProperty(globalThis, key);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None of its own: the runtime compiles for this one. */
  getVmContext() {
    return null;
  }
};
