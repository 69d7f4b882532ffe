// Whether a document is sound: structure, references and examples; and for this project's own contract the house rules too.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';

export interface Fault {
  rule: string;
  message: string;
  file: string;
  line: number;
}

/** Where the house rules stand, in a checkout of this project. */
const HOUSE = 'spec/rules/redocly.yaml';

/** What every document is held to, whoever wrote it. */
const STRUCTURE = {
  rules: {
    struct: 'error',
    'no-unresolved-refs': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'operation-operationId-unique': 'error',
    'path-parameters-defined': 'error',
  },
} as const;

/** @param file the entry of the document; `house` says whether it is this project's own. */
export async function findFaults(file: string, house: boolean): Promise<Fault[]> {
  const { createConfig, getLineColLocation, lint, loadConfig } = await import('@redocly/openapi-core');
  const config = house && existsSync(HOUSE) ? await loadConfig({ configPath: HOUSE }) : await createConfig(STRUCTURE);
  const problems = await lint({ ref: file, config });
  return problems
    .filter(({ severity, ignored }) => severity === 'error' && !ignored)
    .map(({ ruleId, message, location }) => {
      const place = location[0] ? getLineColLocation(location[0]) : undefined;
      return { rule: ruleId, message, file: place ? relative(process.cwd(), place.source.absoluteRef) : file, line: place?.start.line ?? 1 };
    });
}
