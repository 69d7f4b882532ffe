// The measured servers and references, and how to start each of them on a database.

export const fileOf = (url) => url.replace(/^sqlite:/, '');
/** A side has `on`, which returns how to start it for a database and a key, with the folder of installed packages. */
const reference = (name, file, environment = {}) => ({
  name,
  on: (database, key, peers) => ({
    name,
    args: () => [`test/bench/references/${file}.mjs`],
    environment: {
      ...(database && { DATABASE: fileOf(database), KEY: key }),
      ...(peers && { PEERS: peers }),
      ...environment,
    },
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
export const express = reference('Express with sqlite3', 'express');
export const fastify = reference('fastify with sqlite3 and ajv', 'fastify');
export const nodeSqlite = reference('node:http with sqlite3', 'node-http');
export const nodePostgres = reference('node:http with pg', 'node-http');
export const nodePostgresLog = reference('node:http with pg and a chained log', 'node-http', {
  LOG: 'chained',
});

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
export const scalar = reference('@scalar/mock-server with x-handler', 'scalar-mock');
export const jsonServer = reference('json-server', 'json-server');
