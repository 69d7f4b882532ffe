// Validators of the contract's schemas: compiled once each, out of the document itself, so that shared components are compiled once too.
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { settleChoices } from './choices';
import type { ContractDocument } from './document';

const ROOT = 'contract:';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. Patterns are Unicode, and lengths count code points. Schemas are judged by the contract's lint, not again at each start. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, discriminator: true, unicodeRegExp: true, validateSchema: false });
  addFormats(ajv);
  return ajv;
}

const escapePointer = (segment: string): string => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));

export class ContractSchemas {
  private readonly ajv = createAjv();
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly branches = new WeakMap<object, ValidateFunction>();

  constructor(document: ContractDocument) {
    this.ajv.addSchema({ paths: document.paths, components: document.components }, ROOT);
    // Under a name of its own, a component is compiled at its first use and then shared; found by a pointer alone, it would be compiled for each use.
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) {
      this.ajv.addSchema(schema as Record<string, unknown>, `${ROOT}#/components/schemas/${escapePointer(name)}`);
    }
  }

  /** The validator of the schema that stands at a place of the document, such as `['components', 'schemas', 'Task']`. */
  at(place: string[]): ValidateFunction {
    const pointer = `${ROOT}#/${place.map(escapePointer).join('/')}`;
    return this.compileOnce(pointer, { $ref: pointer });
  }

  /** The validator of a schema that may refer to the document's components. */
  of(key: string, schema: Record<string, unknown>): ValidateFunction {
    const { $ref } = schema;
    // Most answers are errors, and all of those refer to one schema.
    if (typeof $ref === 'string' && Object.keys(schema).length === 1) return this.compileOnce($ref, { $ref: ROOT + $ref });
    return this.compileOnce(key, rebase(schema) as Record<string, unknown>);
  }

  /** What is wrong with a value, choices settled; undefined when nothing is. */
  faults(validate: ValidateFunction, value: unknown): ErrorObject[] | undefined {
    return validate(value) ? undefined : settleChoices(validate.errors!, (branch) => this.branch(branch));
  }

  private branch(schema: Record<string, unknown>): ValidateFunction {
    let validate = this.branches.get(schema);
    if (!validate) {
      validate = this.ajv.compile(rebase(schema) as Record<string, unknown>);
      this.branches.set(schema, validate);
    }
    return validate;
  }

  private compileOnce(key: string, schema: Record<string, unknown>): ValidateFunction {
    let validate = this.compiled.get(key);
    if (!validate) {
      validate = this.ajv.compile(schema);
      this.compiled.set(key, validate);
    }
    return validate;
  }
}

/** A copy whose references name the document instead of the schema itself. */
function rebase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' && member.startsWith('#/') ? [key, ROOT + member] : [key, rebase(member)],
    ),
  );
}
