// Validators of the contract's schemas: compiled once each, out of the document itself, so that shared components are compiled once too, for all who validate in this process.
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { settleChoices } from './choices';
import type { ContractDocument } from './document';
import { escapeSegment } from './pointer';

const ROOT = 'contract:';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. Patterns are Unicode, and lengths count code points. Schemas are judged by the contract's lint, not again at each start. In binary 0.07 is no multiple of 0.01 by a hair. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    unicodeRegExp: true,
    validateSchema: false,
    multipleOfPrecision: 6,
  });
  addFormats(ajv);
  return ajv;
}

/** Of a pointer that is part of an address. */
const escaped = (segment: string): string => encodeURIComponent(escapeSegment(segment));

export class ContractSchemas {
  private readonly ajv = createAjv();
  private readonly byText = new Map<string, ValidateFunction>();
  private readonly byObject = new WeakMap<object, ValidateFunction>();

  constructor(document: ContractDocument) {
    this.ajv.addSchema({ paths: document.paths, components: document.components }, ROOT);
    // Under a name of its own, a component is compiled at its first use and then shared; found by a pointer alone, it would be compiled for each use.
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) {
      this.ajv.addSchema(schema as Record<string, unknown>, `${ROOT}#/components/schemas/${escaped(name)}`);
    }
  }

  /** The validator of the schema that stands at a place of the document, such as `['components', 'schemas', 'Task']`. */
  at(place: string[]): ValidateFunction {
    return this.compileOnce({ $ref: `${ROOT}#/${place.map(escaped).join('/')}` });
  }

  /** The validator of a schema that may refer to the document's components. Equal schemas have the same: most answers are errors, and all of those refer to one. */
  of(schema: Record<string, unknown> | boolean): ValidateFunction {
    if (typeof schema === 'boolean') return this.compileOnce(schema);
    let validate = this.byObject.get(schema);
    if (!validate) {
      validate = this.compileOnce(rebase(schema) as Record<string, unknown>);
      this.byObject.set(schema, validate);
    }
    return validate;
  }

  /** What is wrong with a value, choices settled; undefined when nothing is. */
  faults(validate: ValidateFunction, value: unknown): ErrorObject[] | undefined {
    return validate(value) ? undefined : settleChoices(validate.errors!, (branch) => this.of(branch));
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

/** What a validator found, for the log and for developers. */
export const faultText = (errors: ErrorObject[]): string =>
  errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join('; ');

const known = new WeakMap<ContractDocument, ContractSchemas>();

/** Those of a document, which all who ask for them share. */
export function schemasOf(document: ContractDocument): ContractSchemas {
  let schemas = known.get(document);
  if (!schemas) {
    schemas = new ContractSchemas(document);
    known.set(document, schemas);
  }
  return schemas;
}

let standalone: Ajv2020 | undefined;
const ofText = new Map<string, ValidateFunction>();

/** The validator of a schema of our own, which refers to nothing; compiled once. */
export function validatorOf(schema: Record<string, unknown>): ValidateFunction {
  const text = JSON.stringify(schema);
  let validate = ofText.get(text);
  if (!validate) {
    validate = (standalone ??= createAjv()).compile(schema);
    ofText.set(text, validate);
  }
  return validate;
}

/** A copy whose references name the document instead of the schema itself. */
function rebase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' && member.startsWith('#/')
        ? [key, ROOT + member]
        : [key, rebase(member)],
    ),
  );
}
