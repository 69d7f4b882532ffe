// Reads typed values from environment variables and collects every problem, one line each.
import { isIP } from 'node:net';
import { originProblem } from '../addresses';
import { MASK, maskText } from '../secrets/mask-text';
import { isSecretName } from '../secrets/secret-names';
import type { VariableName } from './variables';

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

  /** Splits a value at commas. */
  list(name: VariableName, fallback = ''): string[] {
    return this.text(name, fallback)
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

  /** Reads a secret that may be unset. */
  secret(name: VariableName, minCharacters: number): string {
    const text = this.text(name);
    if (text !== '' && text.length < minCharacters)
      this.reject(
        `${name} must have at least ${minCharacters} characters. To create one, run \`openssl rand -base64 32\`.`,
      );
    return text;
  }

  /** Adds a problem, if there is one. */
  reject(problem: string | undefined): void {
    if (problem !== undefined) this.problems.push(problem);
  }
}
