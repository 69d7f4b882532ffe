// The measured servers and references, and how to start each of them on a database.
import { installPeers } from './peers.mjs';

export const fileOf = (url) => url.replace(/^sqlite:/, '');
const reference = (name, file) => ({
  name,
  on: (database, key) => ({
    name,
    args: () => [`test/bench/references/${file}.mjs`],
    environment: { DATABASE: fileOf(database), KEY: key },
  }),
});

/** The rate limit must not end a measurement. */
const withoutLimit = { RATE_LIMIT: '1000000000' };
export const server = {
  name: 'server',
  on: (database) => ({
    name: 'server',
    args: () => ['dist/src/main.js', 'serve'],
    environment: { DATABASE_URL: database, ...withoutLimit, OPERATIONS_PORT: '0' },
  }),
};
export const asTheyCome = reference('openapi-backend and Knex as they come', 'as-they-come');
export const expressPrepared = reference('Express, prepared statements, no contract', 'express-prepared');
export const nodeSqlite = reference('node:http, prepared statements', 'node-http-sqlite');
export const nodePostgres = reference('node:http, pg, prepared statements', 'node-http-postgres');

export const sandbox = {
  name: 'sandbox',
  on: (database) => ({
    name: 'sandbox',
    args: () => [
      'dist/src/main.js',
      'sandbox',
      ...(database === undefined ? [] : ['--persist', fileOf(database)]),
    ],
    environment: withoutLimit,
  }),
};
export const prism = {
  name: 'prism mock',
  on: () => ({
    name: 'prism mock',
    args: (port) => [
      'node_modules/@stoplight/prism-cli/dist/index.js',
      'mock',
      'generated/openapi.json',
      '--port',
      String(port),
    ],
    environment: {},
  }),
};
const scalarSide = (name, environment = {}) => ({
  name,
  on: () => ({
    name,
    args: () => ['test/bench/references/scalar-mock.mjs'],
    environment: { PEERS: installPeers(), ...environment },
  }),
});
export const scalar = scalarSide('@scalar/mock-server');
export const scalarStore = scalarSide('@scalar/mock-server with x-handler', { TASKS: 'kept' });
