// Wires the Settings pages: sign-in, identity providers, the site, and its listener.
import type { Logger } from 'pino';
import { systemClock } from '../base/day';
import { type Config, type SettingsConfig, variable } from '../base/config';
import { CONNECTION_SHARES, maxConnections } from '../server/http/connection-limits';
import { type Listener, listen } from '../server/http/listener';
import { type DatabaseWatch, createDatabaseWatch } from '../server/monitoring/database-watch';
import { createSite } from '../server/settings/settings-app';
import { createOidcSignIn } from '../server/settings/oidc';
import { createOidcClient, getReason } from '../server/settings/oidc-client';
import { createSettings } from '../server/settings/settings';
import { createSignIn } from '../server/users/sign-in/sign-in';
import { createUserStores } from '../server/users/stores';
import { type Inventory, createNameSources, saveMemberIn, verifyLog } from './inventory';

interface SettingsOptions {
  config: SettingsConfig & Partial<Pick<Config, 'tls' | 'trustProxy'>>;
  /** URL of the API listener. */
  apiUrl: string;
  logger: Logger;
  /** By default a new one, which these pages close. */
  watch?: DatabaseWatch;
}

/** Starts the Settings pages on an open inventory. The caller closes the inventory after them. */
export async function startSettings(
  inventory: Pick<Inventory, 'database' | 'log' | 'activity' | 'keys'>,
  { config, apiUrl, logger, watch = createDatabaseWatch(inventory.database, logger) }: SettingsOptions,
): Promise<Listener> {
  const { database, log, activity, keys } = inventory;
  const { host, port, secret, tls, trustProxy } = config;
  const users = createUserStores(database, log, saveMemberIn(database, systemClock), (error, requestId) =>
    logger.warn(
      { err: error, requestId },
      'a change of a user is missing from the activity log of an organization',
    ),
  );
  const signIn = createSignIn({
    database,
    log,
    users,
    secret,
    onError: (error, requestId) =>
      logger.warn({ err: error, requestId }, 'a failed sign-in is missing from the activity log'),
  });
  const url = (): string => config.url ?? listener.url;
  const oidc = createOidcSignIn({
    users,
    signIn,
    oidcClient: createOidcClient(variable),
    origin: url,
    onError: (error, requestId) =>
      void logger.warn({ err: getReason(error), requestId }, 'sign-in by an identity provider failed'),
  });
  const site = createSettings({
    database,
    log,
    activity,
    names: createNameSources({ database, users, keys }),
    verify: (...args) => verifyLog({ database }, ...args),
    keys,
    users,
    signIn,
    oidc,
    secret,
    url,
    apiUrl: () => config.apiUrl ?? apiUrl,
  });
  const app = createSite({
    site,
    https: tls !== undefined || trustProxy !== undefined,
    trustProxy: trustProxy ?? [],
    origin: url,
    logger,
    onUnavailable: watch.failed,
  });
  const listener = await listen(app, {
    host,
    port,
    tls,
    logger,
    maxConnections: maxConnections(CONNECTION_SHARES.settings),
  });
  return {
    ...listener,
    async close(grace) {
      await listener.close(grace);
      watch.close();
      await signIn.close();
    },
  };
}
