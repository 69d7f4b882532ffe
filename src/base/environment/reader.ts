// Reads typed values from environment variables and collects every problem, one line each.
import { isIP } from 'node:net';
import { originProblem } from '../addresses';
import { MASK, maskText, isSecretName } from '../secrets/mask-text';
import { editDistance } from '../text';

/** A password can contain a slash or another character that ends the user info of a valid URL. */
function masked(name: VariableName, value: string): string {
  if (isSecretName(name)) return MASK;
  const [start, end] = [value.indexOf('://'), value.lastIndexOf('@')];
  return maskText(
    start >= 0 && end > start ? `${value.slice(0, start)}://${MASK}${value.slice(end)}` : value,
  );
}

export class EnvironmentReader {
  readonly problems: string[] = [];
  private readonly values = new Map<VariableName, string>();

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** An empty variable counts as unset. */
  text(name: VariableName, fallback = ''): string {
    const value = this.environment[name] || fallback;
    this.values.set(name, value);
    return value;
  }

  /** Returns the values so far, with defaults and without unset variables. Secrets are masked. */
  effective(): Record<string, string> {
    const set = [...this.values].filter(([, value]) => value !== '');
    return Object.fromEntries(set.map(([name, value]) => [name, masked(name, value)]));
  }

  list(name: VariableName): string[] {
    return this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** `alternative` names another allowed value in the problem. */
  integer(name: VariableName, fallback: string, min: number, max: number, alternative = ''): number {
    const text = this.text(name, fallback);
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      this.reject(`${name} must be a whole number from ${min} to ${max}${alternative}, not "${text}".`);
    return value;
  }

  oneOf(name: VariableName, fallback: string, allowed: string[]): string {
    const text = this.text(name, fallback);
    if (!allowed.includes(text)) this.reject(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
    return text;
  }

  address(name: VariableName, fallback: string): string {
    const text = this.text(name, fallback);
    if (isIP(text) === 0 && text !== 'localhost')
      this.reject(`${name} must be an IP address or localhost, not "${text}".`);
    return text;
  }

  origin(name: VariableName): string | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    this.reject(originProblem(name, text));
    return text;
  }

  /** Returns undefined for an unset variable. */
  secret(name: VariableName, minCharacters: number): string | undefined {
    const text = this.text(name);
    if (text !== '' && text.length < minCharacters)
      this.reject(
        `${name} must have at least ${minCharacters} characters. To create one, run \`openssl rand -base64 32\`.`,
      );
    return text || undefined;
  }

  reject(problem: string | undefined): void {
    if (problem !== undefined) this.problems.push(problem);
  }
}

export const VARIABLES = [
  'PORT',
  'HOST',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TRUST_PROXY',
  'DATABASE_URL',
  'LOG_LEVEL',
  'RATE_LIMIT',
  'MAX_RECORDS',
  'MAX_CHANGES_PER_DAY',
  'CORS_ORIGINS',
  'VALIDATE_RESPONSES',
  'OPERATIONS_PORT',
  'OPERATIONS_HOST',
  'BACKUP_FOLDER',
  'BACKUP_KEY',
  'DRAIN_SECONDS',
  'WORKERS',
  'SETTINGS_PORT',
  'SETTINGS_HOST',
  'SETTINGS_SECRET',
  'SETTINGS_URL',
  'API_URL',
  'SANDBOX_TOKEN',
  'DATABASE_WAIT_SECONDS',
  'SYNC_URL',
  'SYNC_SECRET',
] as const;

export type VariableName = (typeof VARIABLES)[number];

/** Other programs have short names of their own: PATH is two characters away from PORT. */
const maxDistance = (name: string): number => (name.length < 6 ? 1 : 2);

/** Returns the variable that `given` probably means. Ignores case. */
function nearest(given: string): VariableName | undefined {
  const name = given.toUpperCase();
  const distances = VARIABLES.filter((each) => Math.abs(each.length - name.length) <= maxDistance(each)).map(
    (each) => ({ each, distance: editDistance(name, each) }),
  );
  return distances
    .filter(({ each, distance }) => distance <= maxDistance(each))
    .sort((one, other) => one.distance - other.distance)[0]?.each;
}

/** Returns a sentence for each variable of the environment whose name is near one of the list. */
export function misspelledVariables(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = VARIABLES;
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const near = nearest(name);
    // Windows ignores case: Port is PORT there.
    if (near === undefined || (near === name.toUpperCase() && environment[near])) return [];
    return [`${name} is not a variable of this program and has no effect. Did you mean ${near}?`];
  });
}
