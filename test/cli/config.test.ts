// Configuration: its defaults, and the lists that must agree with what is read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../src/config';
import { ROOT } from '../support/cli';

const variablesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!).sort();

/** The variables that the reader asks for. */
function variablesRead(): string[] {
  const names = new Set<string>();
  readConfig(
    new Proxy({}, {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    }),
  );
  return [...names].sort();
}

test('.env.example and the README list every variable that is read, and no other', () => {
  expect(variablesOf(readFileSync(join(ROOT, '.env.example'), 'utf8'), /^([A-Z_]+)=/gm)).toEqual(variablesRead());
  expect(variablesOf(readFileSync(join(ROOT, 'README.md'), 'utf8'), /^\| `([A-Z_]+)` \|/gm)).toEqual(variablesRead());
});

test('the values of .env.example are the defaults', () => {
  const example = Object.fromEntries([...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(readConfig(example)).toEqual(readConfig({}));
});

test.each([
  ['PORT', '65536'],
  ['PORT', '3e3'],
  ['HOST', '192.0.2.1'],
  ['DATABASE_URL', 'inventory.sqlite'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'postgres://db.example'],
  ['DATABASE_URL', 'postgres:inventory'],
  ['LOG_LEVEL', 'verbose'],
  ['RATE_LIMIT', '1.5'],
  ['VALIDATE_RESPONSES', 'yes'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
});
