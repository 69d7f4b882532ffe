// The list of environment variables, and warnings about names that are probably misspelled.
import { editDistance } from '../text';

export const VARIABLES = [
  'PORT',
  'HOST',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TRUST_PROXY',
  'DATABASE_URL',
  'LOG_LEVEL',
  'RATE_LIMIT',
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
