// Compiles the contract's schemas: each schema once in a process, and shared components once.
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { placedMessage } from './validation/keyword-messages';
import { toRegExp } from './validation/text-messages';
import { settleChoices } from './validation/validation-error';
import type { ContractDocument } from './document';
import { copySchema } from './keywords';
import { escapeSegment } from './pointer';
import { TEXT_FORMATS } from './text-formats';
import { timeOf } from '../base/day';

const ROOT = 'contract:';

const createPattern = Object.assign(toRegExp, { code: 'createPattern' });

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. The contract's lint checks the schemas themselves. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    unicodeRegExp: true,
    code: { regExp: createPattern },
    logger: false, // an unknown format allows every value
    validateSchema: false,
    multipleOfPrecision: 6, // in binary, 0.07 is not exactly a multiple of 0.01
  });
  addFormats(ajv);
  const { validate: isDateTime } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // Some texts of the package's format are no times for Date, for example with an offset of `+05`.
  ajv.addFormat('date-time', (text: string) => isDateTime(text) && timeOf(text) !== undefined);
  for (const [name, { allowed }] of TEXT_FORMATS) ajv.addFormat(name, allowed.test.bind(allowed));
  return ajv;
}

/** Escapes a pointer segment for use in a URI. */
const escaped = (segment: string): string => encodeURIComponent(escapeSegment(segment));

/** A component has a URI of its own when its name has only characters that OpenAPI allows. */
const COMPONENT = /^#\/components\/schemas\/([\w.-]+)$/;

/** Returns the URI of a reference inside the document. */
function uriOf(ref: string): string {
  const [, component] = COMPONENT.exec(ref) ?? [];
  if (component !== undefined) return `component:${component}`;
  return ref.startsWith('#/') ? ROOT + ref : ref;
}

export class ContractSchemas {
  private readonly ajv = createAjv();
  private readonly byText = new Map<string, ValidateFunction>();
  private readonly byObject = new WeakMap<object, ValidateFunction>();

  constructor({ paths, components }: ContractDocument) {
    const copy = copySchema({ paths, components }, uriOf) as Pick<ContractDocument, 'paths' | 'components'>;
    this.ajv.addSchema(copy, ROOT);
    // Ajv compiles a component once when it has its own id, and once per use when only a pointer names it.
    for (const [name, schema] of Object.entries(copy.components['schemas'] ?? {})) {
      const ref = `#/components/schemas/${name}`;
      if (COMPONENT.test(ref)) this.ajv.addSchema(schema as Record<string, unknown>, uriOf(ref));
    }
  }

  /** Returns the validator of the schema at a path, for example `['components', 'schemas', 'Task']`. */
  at(path: string[]): ValidateFunction {
    return this.compileOnce({ $ref: uriOf(`#/${path.map(escaped).join('/')}`) });
  }

  /** Returns the validator of a schema that may refer to components. Equal schemas share one. */
  of(schema: Record<string, unknown> | boolean): ValidateFunction {
    if (typeof schema === 'boolean') return this.compileOnce(schema);
    let validate = this.byObject.get(schema);
    if (!validate) {
      validate = this.compileOnce(copySchema(schema, uriOf) as Record<string, unknown>);
      this.byObject.set(schema, validate);
    }
    return validate;
  }

  /** Returns the errors of the last value that `validate` found invalid. */
  settled({ errors }: ValidateFunction): ErrorObject[] {
    return settleChoices(errors!, (branch) => this.of(branch));
  }

  private compileOnce(schema: Record<string, unknown> | boolean): ValidateFunction {
    const text = JSON.stringify(schema);
    let validate = this.byText.get(text);
    if (!validate) {
      validate = this.ajv.compile(schema);
      this.byText.set(text, validate);
    }
    return validate;
  }
}

/** Formats errors for the log and for developers. */
export const faultText = (errors: ErrorObject[]): string => errors.map(placedMessage).join('; ');

const byDocument = new WeakMap<ContractDocument, ContractSchemas>();

/** Returns the schemas of a document, which all callers share. */
export function schemasOf(document: ContractDocument): ContractSchemas {
  let schemas = byDocument.get(document);
  if (!schemas) {
    schemas = new ContractSchemas(document);
    byDocument.set(document, schemas);
  }
  return schemas;
}

let standalone: Ajv2020 | undefined;
const standaloneByText = new Map<string, ValidateFunction>();

/** Returns the validator of a schema that has no references. Compiles it once. */
export function validatorOf(schema: Record<string, unknown>): ValidateFunction {
  const text = JSON.stringify(schema);
  let validate = standaloneByText.get(text);
  if (!validate) {
    validate = (standalone ??= createAjv()).compile(schema);
    standaloneByText.set(text, validate);
  }
  return validate;
}
