// The only reader of the environment. It reports every problem before anything starts.
import { LOOPBACK, isPageOrigin, isTrustedProxy, toOrigin } from './addresses';
import { databaseUrlProblem } from './database-url';
import { EnvironmentReader, type VariableName, misspelledVariables } from './environment/reader';
import { type CertificateFiles, readCertificate } from './secrets/certificate';

export type Config = ReturnType<typeof readServed>;

export type SettingsConfig = NonNullable<Config['settings']>;

/** Defaults that differ between commands, such as the sandbox's port. */
type Defaults = Partial<Record<'PORT' | 'LOG_LEVEL' | 'VALIDATE_RESPONSES', string>>;

/** Has one line for each problem. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
/** 192 bits in base64. */
const MIN_SECRET_CHARACTERS = 32;
const DEFAULT_DATABASE_URL = 'sqlite:data/inventory.sqlite';

/**
 * Reads the configuration of a command that listens. `sandbox`: its keys are for tests, so that it may use plain HTTP
 * everywhere when it has a token or is public. @throws ConfigError with every problem.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  defaults: Defaults = {},
  sandbox?: { isPublic: boolean },
): Config {
  return read(environment, (reader) => readServed(reader, defaults, sandbox));
}

function read<Value>(environment: NodeJS.ProcessEnv, value: (reader: EnvironmentReader) => Value): Value {
  const reader = new EnvironmentReader(environment);
  const result = value(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return result;
}

function readServed(reader: EnvironmentReader, defaults: Defaults, sandbox?: { isPublic: boolean }) {
  const https = { ...readTls(reader), ...readTrustProxy(reader) };
  const port = reader.integer('PORT', defaults.PORT ?? '3000', 0, 65535);
  const sandboxToken = reader.secret('SANDBOX_TOKEN', MIN_SECRET_CHARACTERS);
  const backupFolder = reader.text('BACKUP_FOLDER') || undefined;
  const host = readHost(reader, 'HOST', '127.0.0.1', https, sandbox && { ...sandbox, sandboxToken });
  return {
    port,
    host,
    /** `tls`: for HTTPS. `trustProxy`: addresses of trusted proxies that terminate it. Without both, plain HTTP. */
    ...https,
    databaseUrl: readDatabase(reader),
    /** How long a starting server waits for its database. */
    databaseWaitSeconds: reader.integer('DATABASE_WAIT_SECONDS', '60', 0, 3600),
    logLevel: reader.oneOf('LOG_LEVEL', defaults.LOG_LEVEL ?? 'info', LOG_LEVELS),
    /** Requests per minute and key; 0 for no limit. */
    rateLimit: reader.integer('RATE_LIMIT', '6000', 0, 1_000_000_000),
    /** Limits of the records and changes of an organization's API callers. */
    limits: {
      maxRecords: reader.integer('MAX_RECORDS', '500000', 1, 1_000_000_000),
      maxChangesPerDay: reader.integer('MAX_CHANGES_PER_DAY', '1000000', 1, 1_000_000_000),
    },
    /** Origins of browser applications that may use the API; `*` for all. */
    corsOrigins: readCorsOrigins(reader),
    /** Validate every response against the contract before it is sent. */
    validateResponses:
      reader.oneOf('VALIDATE_RESPONSES', defaults.VALIDATE_RESPONSES ?? 'false', ['true', 'false']) ===
      'true',
    /** Address of health and metrics. No port turns them off. */
    operations: {
      host: reader.address('OPERATIONS_HOST', '127.0.0.1'),
      port: readOptionalPort(reader, 'OPERATIONS_PORT', '9464'),
    },
    /** Folder of the backups, whose age is a metric. */
    backupFolder,
    /** Seconds that a stopping server accepts connections, so that load balancers notice. */
    drainSeconds: reader.integer('DRAIN_SECONDS', '0', 0, 5),
    /** Number of processes that share the listener. */
    workers: reader.integer('WORKERS', '1', 1, 64),
    /** `settings`: left out when the Settings pages are off. */
    ...readSettings(reader, host, https),
    /** The bearer token of everything in the sandbox that needs no API key. */
    sandboxToken,
    /** The variables and their values, for the log. Secrets are masked. */
    effective: reader.effective(),
  };
}

/** Reads what commands without a listener need: other variables may be wrong. @throws ConfigError. */
export const readDatabaseUrl = (): string => read(process.env, readDatabase);

/** Reads the key of the HMAC in the digest files of backups; undefined without one. @throws ConfigError. */
export const readBackupKey = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  read(environment, (reader) => reader.secret('BACKUP_KEY', MIN_SECRET_CHARACTERS));

/**
 * Reads the origin of the Settings pages for one-time links. Another process may serve the pages.
 * @throws ConfigError when the environment does not say it.
 */
export function readSettingsUrl(environment: NodeJS.ProcessEnv = process.env): string {
  return read(environment, (reader) => {
    const url = reader.origin('SETTINGS_URL');
    if (url !== undefined) return url;
    const port = reader.text('SETTINGS_PORT');
    const host = reader.text('SETTINGS_HOST', reader.text('HOST', '127.0.0.1'));
    const isLocal = LOOPBACK.includes(host) && reader.text('TRUST_PROXY') === '';
    if (!isLocal || !/^[1-9]\d*$/.test(port) || Number(port) > 65535)
      reader.reject(
        'SETTINGS_URL must be the origin of the Settings pages, for example https://settings.example: ' +
          'the link leads there. For pages on loopback, setting SETTINGS_PORT is enough.',
      );
    return toOrigin(reader.text('TLS_CERT_FILE') !== '', host, Number(port));
  });
}

/** Reads the secret of the HMAC of plans and receipts. @throws ConfigError. */
export const readSyncSecret = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  read(environment, (reader) => reader.secret('SYNC_SECRET', MIN_SECRET_CHARACTERS));

/** Returns the address of the server of the `sync` commands, undefined when it is not set. */
export const readSyncUrl = (environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  environment['SYNC_URL'] || undefined;

/** Returns the environment with these variables instead. An undefined value keeps the variable. */
export const withVariables = (given: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

/** Returns a sentence for each variable whose name is probably misspelled. */
export const misspelled = (): string[] => misspelledVariables(process.env);

/** Returns a variable that the user names, for example one with a key for another server. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

function readDatabase(reader: EnvironmentReader): string {
  const url = reader.text('DATABASE_URL', DEFAULT_DATABASE_URL);
  reader.reject(databaseUrlProblem('DATABASE_URL', url));
  return url;
}

function readOptionalPort(
  reader: EnvironmentReader,
  name: VariableName,
  fallback: string,
): number | undefined {
  if (reader.text(name, fallback) === 'off') return undefined;
  return reader.integer(name, fallback, 0, 65535, ', or off');
}

function readCorsOrigins(reader: EnvironmentReader): string[] {
  const origins = reader.list('CORS_ORIGINS');
  const wrong = origins.find((part) => !isPageOrigin(part) && !(part === '*' && origins.length === 1));
  if (wrong !== undefined)
    reader.reject(
      'CORS_ORIGINS must list complete origins, for example https://app.example, or be *. ' +
        `"${wrong}" is neither.`,
    );
  return origins;
}

function readTls(reader: EnvironmentReader): { tls?: CertificateFiles } {
  const tls = { certificate: reader.text('TLS_CERT_FILE'), key: reader.text('TLS_KEY_FILE') };
  if (tls.certificate === '' && tls.key === '') return {};
  if (tls.certificate === '' || tls.key === '')
    reader.reject('TLS_CERT_FILE and TLS_KEY_FILE must be set both, or neither.');
  else {
    try {
      readCertificate(tls);
    } catch (error) {
      reader.reject((error as Error).message);
    }
  }
  return { tls };
}

function readTrustProxy(reader: EnvironmentReader): { trustProxy?: string[] } {
  const proxies = reader.list('TRUST_PROXY');
  const wrong = proxies.find((part) => !isTrustedProxy(part));
  if (wrong !== undefined)
    reader.reject(
      'TRUST_PROXY must list addresses, ranges (10.0.0.0/8), loopback, linklocal or uniquelocal. ' +
        `"${wrong}" is none of these.`,
    );
  return proxies.length === 0 ? {} : { trustProxy: proxies };
}

/** Plain HTTP is allowed on loopback, and to a sandbox that says who may use it. */
function readHost(
  reader: EnvironmentReader,
  name: VariableName,
  fallback: string,
  https: object,
  sandbox?: { isPublic: boolean; sandboxToken: string | undefined },
): string {
  const host = reader.text(name, fallback);
  const isOpen = sandbox !== undefined && (sandbox.isPublic || sandbox.sandboxToken !== undefined);
  if (Object.keys(https).length === 0 && !LOOPBACK.includes(host) && !isOpen) {
    reader.reject(
      `${name} must be ${LOOPBACK.join(', ')}, not "${host}": ` +
        'over plain HTTP, the network could read the API keys. ' +
        'To listen there, set TLS_CERT_FILE and TLS_KEY_FILE for HTTPS, ' +
        'or set TRUST_PROXY to the address of the reverse proxy that terminates HTTPS.' +
        (sandbox
          ? ' For a sandbox with plain HTTP, set SANDBOX_TOKEN, or pass --public to let everyone use its console and worlds.'
          : ''),
    );
  }
  return host;
}

function readSettings(reader: EnvironmentReader, apiHost: string, https: object) {
  const [url, apiUrl] = [reader.origin('SETTINGS_URL'), reader.origin('API_URL')];
  const [secret, settingsHost] = [reader.text('SETTINGS_SECRET'), reader.text('SETTINGS_HOST', apiHost)];
  const port = readOptionalPort(reader, 'SETTINGS_PORT', 'off');
  if (port === undefined) return {};
  const isPublic = (host: string): boolean => reader.text('TRUST_PROXY') !== '' || !LOOPBACK.includes(host);
  if (url === undefined && isPublic(settingsHost)) {
    reader.reject(
      'SETTINGS_URL must be the public origin of the Settings pages, for example https://settings.example, ' +
        'unless they are on loopback without a proxy. Links lead there.',
    );
  }
  if (apiUrl === undefined && isPublic(apiHost)) {
    reader.reject(
      'API_URL must be the public origin of the API, for example https://inventory.example, ' +
        'when SETTINGS_PORT is set, unless the API is on loopback without a proxy. ' +
        'The pages show it with each new key.',
    );
  }
  if (secret.length < MIN_SECRET_CHARACTERS) {
    reader.reject(
      `SETTINGS_SECRET must have at least ${MIN_SECRET_CHARACTERS} characters when SETTINGS_PORT is set. ` +
        'To create one, run `openssl rand -base64 32`. Keep it: it encrypts the second factors.',
    );
  }
  // Operators' commands compute the same origin for the links that they print.
  const known = url ?? (port === 0 ? undefined : toOrigin('tls' in https, settingsHost, port));
  return {
    settings: {
      port,
      host: settingsHost === apiHost ? apiHost : readHost(reader, 'SETTINGS_HOST', apiHost, https),
      /** Public origin of the pages; by default that of their listener. */
      ...(known === undefined ? {} : { url: known }),
      /** Public origin of the API; by default that of its listener. */
      ...(apiUrl === undefined ? {} : { apiUrl }),
      /** Signs forms and encrypts second factors. */
      secret,
    },
  };
}
