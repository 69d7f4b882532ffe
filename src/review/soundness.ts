// Whether a document is sound: structure, references and examples; and for this project's own contract the house rules too.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { localResolver } from '../contract/load-document';
import { segmentsOf } from '../contract/pointer';

export interface SoundnessFault {
  rule: string;
  message: string;
  file: string;
  line: number;
}

/** Where the house rules stand, in a checkout of this project. */
const HOUSE = 'spec/rules/redocly.yaml';

/** What OpenAPI itself demands and Redocly has no rule of its own for. */
const DEMANDS = {
  'rule/path-parameter-required': {
    subject: { type: 'Parameter', property: 'required' },
    where: [{ subject: { type: 'Parameter', property: 'in' }, assertions: { const: 'path' } }],
    assertions: { const: true, defined: true },
    message: 'A path parameter must say `required: true`.',
  },
  'rule/parameter-schema-or-content': {
    subject: { type: 'Parameter' },
    assertions: { mutuallyExclusive: ['schema', 'content'] },
    message: 'A parameter has either `schema` or `content`.',
  },
  'rule/media-example-or-examples': {
    subject: { type: 'MediaType' },
    assertions: { mutuallyExclusive: ['example', 'examples'] },
    message: 'A media type has either `example` or `examples`.',
  },
  'rule/parameter-example-or-examples': {
    subject: { type: 'Parameter' },
    assertions: { mutuallyExclusive: ['example', 'examples'] },
    message: 'A parameter has either `example` or `examples`.',
  },
};

/** A schema that does not refuse other fields allows them. */
const OPEN = { severity: 'error', allowAdditionalProperties: true } as const;

/** What every document is held to, whoever wrote it: what breaks its readers, and no matters of taste. */
export const STRUCTURE = {
  rules: {
    struct: 'error',
    'no-unresolved-refs': 'error',
    'no-invalid-media-type-examples': OPEN,
    'no-invalid-parameter-examples': OPEN,
    'no-invalid-schema-examples': OPEN,
    'no-example-value-and-externalValue': 'error',
    'no-enum-type-mismatch': 'error',
    'operation-operationId-unique': 'error',
    'operation-parameters-unique': 'error',
    'path-parameters-defined': 'error',
    'path-declaration-must-exist': 'error',
    'path-not-include-query': 'error',
    'no-identical-paths': 'error',
    'security-defined': 'error',
    'security-scopes-defined': 'error',
    'no-undefined-server-variable': 'error',
    'no-server-variables-empty-enum': 'error',
    'no-duplicated-tag-names': 'error',
    'spec-components-invalid-map-name': 'error',
    ...DEMANDS,
  },
} as const;

/** Advice that comes with two of the rules: an API may be open to all, and a variable may wait for its use. */
const ADVICE = /^Every operation should have security defined|is not used in the server's `url` field/;

/** Other media types are written as text, which says nothing of the schema. */
const isOfJson = (from: string): boolean =>
  /[/+]json(;|$)/i.test(segmentsOf(decodeURIComponent(from)).at(-1) ?? '');

/** @param file the entry of the document; `house` says whether it is this project's own. */
export async function findFaults(file: string, house: boolean): Promise<SoundnessFault[]> {
  const { createConfig, getLineColLocation, lint, loadConfig } = await import('@redocly/openapi-core');
  const config =
    house && existsSync(HOUSE) ? await loadConfig({ configPath: HOUSE }) : await createConfig(STRUCTURE);
  const problems = await lint({ ref: file, config, externalRefResolver: await localResolver() });
  const isTaste = ({ message, ruleId, from }: (typeof problems)[number]): boolean =>
    ADVICE.test(message) ||
    (ruleId === 'no-invalid-media-type-examples' && from?.pointer !== undefined && !isOfJson(from.pointer));
  return problems
    .filter((problem) => problem.severity === 'error' && !problem.ignored && (house || !isTaste(problem)))
    .map(({ ruleId, message, location }) => {
      const place = location[0] ? getLineColLocation(location[0]) : undefined;
      return {
        rule: ruleId,
        message,
        file: place ? relative(process.cwd(), place.source.absoluteRef) : file,
        line: place?.start.line ?? 1,
      };
    });
}
