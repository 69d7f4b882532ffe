// The only reader of the environment. Every mistake is told, each in one line, before anything starts.
import { isIP } from 'node:net';
import { databaseUrlProblem } from './database/schemes';
import { type CertificateFiles, readCertificate } from './server/certificate';
import { isOrigin, originOf, originProblem } from './api/origins';
import { isProxy } from './api/trusted-proxies';
import { LOOPBACK } from './loopback';

export interface Config {
  port: number;
  host: string;
  /** For HTTPS; left out for plain HTTP. */
  tls?: CertificateFiles;
  /** The proxies in front that end HTTPS; left out when there is none. */
  trustProxy?: string[];
  databaseUrl: string;
  logLevel: string;
  /** Requests a minute and key; 0 for no limit. */
  rateLimit: number;
  /** Origins whose browser applications may call; `*` for all. */
  corsOrigins: string[];
  /** Check every answer against the contract before it is sent. */
  validateResponses: boolean;
  /** Where health and metrics are served; no port for nowhere. */
  operations: { host: string; port: number | undefined };
  /** How long a server that was told to stop goes on taking connections, so that load balancers can see it. */
  drainSeconds: number;
  /** Processes that share the listener. */
  workers: number;
  /** Where the Settings pages are served; left out for nowhere. */
  settings?: SettingsConfig;
}

export interface SettingsConfig {
  port: number;
  host: string;
  /** The origin by which browsers know the pages; left out for that of the listener. */
  url?: string;
  /** The address by which programs know the API; left out for that of its listener. */
  apiUrl?: string;
  /** Signs forms and encrypts second factors. */
  secret: string;
}

/** One line for each mistake. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
/** So many characters of base64 are 192 bits. */
const SECRET_CHARACTERS = 32;

const databaseUrlIn = (environment: NodeJS.ProcessEnv): string =>
  environment['DATABASE_URL'] || 'sqlite:data/inventory.sqlite';

/** All that commands without a listener need: a key can be revoked while a port is wrong, and by whom the certificate's key may not be read. @throws ConfigError. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const given = databaseUrlIn(environment);
  const problem = databaseUrlProblem('DATABASE_URL', given);
  if (problem !== undefined) throw new ConfigError([problem]);
  return given;
}

/** Defaults that differ between the commands, such as the sandbox's port. */
export type Defaults = Partial<Record<'PORT' | 'LOG_LEVEL' | 'CORS_ORIGINS' | 'VALIDATE_RESPONSES', string>>;

/** For commands that listen. @throws ConfigError with a line for each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, defaults: Defaults = {}): Config {
  const problems: string[] = [];
  const text = (name: string, fallback: string): string => environment[name] || fallback;

  const list = (name: string, fallback: string): string[] =>
    text(name, fallback)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');

  function integer(name: string, fallback: string, least: number, most: number, otherwise = ''): number {
    const given = text(name, fallback);
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < least || value > most)
      problems.push(`${name} must be a whole number from ${least} to ${most}${otherwise}, not "${given}".`);
    return value;
  }

  function oneOf(name: string, fallback: string, allowed: string[]): string {
    const given = text(name, fallback);
    if (!allowed.includes(given))
      problems.push(`${name} must be one of ${allowed.join(', ')}, not "${given}".`);
    return given;
  }

  function address(name: string, fallback: string): string {
    const given = text(name, fallback);
    if (isIP(given) === 0 && given !== 'localhost')
      problems.push(`${name} must be an IP address or localhost, not "${given}".`);
    return given;
  }

  function databaseUrl(): string {
    const given = databaseUrlIn(environment);
    const problem = databaseUrlProblem('DATABASE_URL', given);
    if (problem !== undefined) problems.push(problem);
    return given;
  }

  function origins(): string[] {
    const given = list('CORS_ORIGINS', defaults.CORS_ORIGINS ?? '');
    const isOfPages = (part: string): boolean => isOrigin(part) && /^https?:[^*]+$/.test(part); // there are no patterns: one would match nothing
    const wrong = given.find((part) => !isOfPages(part) && !(part === '*' && given.length === 1));
    if (wrong !== undefined)
      problems.push(
        `CORS_ORIGINS must list origins such as https://app.example, each in full, or be * alone, and not have "${wrong}".`,
      );
    return given;
  }

  function certificate(): { tls?: CertificateFiles } {
    const tls = { certificate: text('TLS_CERT_FILE', ''), key: text('TLS_KEY_FILE', '') };
    if (tls.certificate === '' && tls.key === '') return {};
    if (tls.certificate === '' || tls.key === '')
      problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set both, or neither.');
    else {
      try {
        readCertificate(tls);
      } catch (error) {
        problems.push((error as Error).message);
      }
    }
    return { tls };
  }

  function proxies(): { trustProxy?: string[] } {
    const given = list('TRUST_PROXY', '');
    const wrong = given.find((part) => !isProxy(part));
    if (wrong !== undefined)
      problems.push(
        `TRUST_PROXY must list addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, and not have "${wrong}".`,
      );
    return given.length === 0 ? {} : { trustProxy: given };
  }

  function host(name: string, fallback: string, protectedBy: object): string {
    const given = text(name, fallback);
    if (Object.keys(protectedBy).length === 0 && !LOOPBACK.includes(given)) {
      problems.push(
        `${name} must be ${LOOPBACK.join(', ')}, not "${given}": over plain HTTP anybody on the way could read the API keys. ` +
          'To listen there, set TLS_CERT_FILE and TLS_KEY_FILE for HTTPS, or TRUST_PROXY to the address of the proxy in front that ends HTTPS.',
      );
    }
    return given;
  }

  function origin(name: string): string | undefined {
    const given = text(name, '');
    if (given === '') return undefined;
    const problem = originProblem(name, given);
    if (problem !== undefined) problems.push(problem);
    return given;
  }

  function settings(apiHost: string, protectedBy: object): { settings?: SettingsConfig } {
    const isOn = text('SETTINGS_PORT', 'off') !== 'off';
    const [url, apiUrl, secret] = [origin('SETTINGS_URL'), origin('API_URL'), text('SETTINGS_SECRET', '')];
    const settingsHost = text('SETTINGS_HOST', apiHost);
    if (!isOn) return {};
    const port = integer('SETTINGS_PORT', '', 0, 65535, ', or off');
    const isBehindProxy = text('TRUST_PROXY', '') !== '';
    if (url === undefined && (isBehindProxy || !LOOPBACK.includes(settingsHost))) {
      problems.push(
        'SETTINGS_URL must be the origin by which browsers know the pages, such as https://settings.example, when they are not on loopback or a proxy is in front: links lead there.',
      );
    }
    if (apiUrl === undefined && (isBehindProxy || !LOOPBACK.includes(apiHost))) {
      problems.push(
        'API_URL must be the origin by which programs know the API, such as https://inventory.example, when it is not on loopback or a proxy is in front and SETTINGS_PORT is set: the pages show it with each new key.',
      );
    }
    if (secret.length < SECRET_CHARACTERS) {
      problems.push(
        `SETTINGS_SECRET must have ${SECRET_CHARACTERS} characters or more when SETTINGS_PORT is set; \`openssl rand -base64 32\` makes one. Keep it: second factors are encrypted with it.`,
      );
    }
    // As operators' commands know it too, who print links and redirect URIs to it.
    const known = url ?? (port === 0 ? undefined : originOf('tls' in protectedBy, settingsHost, port));
    return {
      settings: {
        port,
        host: settingsHost === apiHost ? apiHost : host('SETTINGS_HOST', apiHost, protectedBy),
        ...(known === undefined ? {} : { url: known }),
        ...(apiUrl === undefined ? {} : { apiUrl }),
        secret,
      },
    };
  }

  const encrypted = { ...certificate(), ...proxies() };
  const port = integer('PORT', defaults.PORT ?? '3000', 0, 65535);
  const apiHost = host('HOST', '127.0.0.1', encrypted);
  const config: Config = {
    port,
    host: apiHost,
    ...encrypted,
    databaseUrl: databaseUrl(),
    logLevel: oneOf('LOG_LEVEL', defaults.LOG_LEVEL ?? 'info', LOG_LEVELS),
    rateLimit: integer('RATE_LIMIT', '6000', 0, 1_000_000_000),
    corsOrigins: origins(),
    validateResponses:
      oneOf('VALIDATE_RESPONSES', defaults.VALIDATE_RESPONSES ?? 'false', ['true', 'false']) === 'true',
    operations: {
      host: address('OPERATIONS_HOST', '127.0.0.1'),
      port:
        text('OPERATIONS_PORT', '9464') === 'off'
          ? undefined
          : integer('OPERATIONS_PORT', '9464', 0, 65535, ', or off'),
    },
    drainSeconds: integer('DRAIN_SECONDS', '0', 0, 5),
    workers: integer('WORKERS', '1', 1, 64),
    ...settings(apiHost, encrypted),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The environment with another database than it names. */
export const withDatabase = (url: string): NodeJS.ProcessEnv => ({ ...process.env, DATABASE_URL: url });

/** A variable that the caller names, such as one with a key for another server. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

/** Where one-time links lead: to the origin of the Settings pages, which need not be served by this process. @throws ConfigError when it cannot be known. */
export function readSettingsUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const [given, port, host] = [
    environment['SETTINGS_URL'],
    environment['SETTINGS_PORT'],
    environment['SETTINGS_HOST'] || environment['HOST'] || '127.0.0.1',
  ];
  if (given) {
    const problem = originProblem('SETTINGS_URL', given);
    if (problem !== undefined) throw new ConfigError([problem]);
    return given;
  }
  if (
    !port ||
    !/^[1-9]\d*$/.test(port) ||
    Number(port) > 65535 ||
    !LOOPBACK.includes(host) ||
    environment['TRUST_PROXY']
  ) {
    throw new ConfigError([
      'SETTINGS_URL must be the origin of the Settings pages, such as https://settings.example: the link leads there. For pages on loopback, SETTINGS_PORT will do, as their server has it.',
    ]);
  }
  return originOf(Boolean(environment['TLS_CERT_FILE']), host, Number(port));
}
