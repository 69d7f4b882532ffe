// Reads typed values from environment variables and collects every problem, one line each.
import { isIP } from 'node:net';
import { originProblem } from './addresses';

export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** An empty variable counts as unset. */
  text(name: string, fallback = ''): string {
    return this.environment[name] || fallback;
  }

  /** Splits a value at commas. */
  list(name: string, fallback = ''): string[] {
    return this.text(name, fallback)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** `alternative` names another allowed value in the problem. */
  integer(name: string, fallback: string, min: number, max: number, alternative = ''): number {
    const text = this.text(name, fallback);
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      this.reject(`${name} must be a whole number from ${min} to ${max}${alternative}, not "${text}".`);
    return value;
  }

  oneOf(name: string, fallback: string, allowed: string[]): string {
    const text = this.text(name, fallback);
    if (!allowed.includes(text)) this.reject(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
    return text;
  }

  address(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    if (isIP(text) === 0 && text !== 'localhost')
      this.reject(`${name} must be an IP address or localhost, not "${text}".`);
    return text;
  }

  origin(name: string): string | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    this.reject(originProblem(name, text));
    return text;
  }

  /** Reads a secret that may be unset. */
  secret(name: string, minCharacters: number): string {
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
