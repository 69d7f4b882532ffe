// Compiles the contract's schemas: each schema once in a process, and shared components once.
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { placedMessage } from './validation/keyword-messages';
import { toRegExp, TEXT_FORMATS } from './validation/text-messages';
import { settleChoices } from './validation/validation-error';
import type { ContractDocument } from './document';
import { valueAt } from './pointer';
import { parseTime } from '../base/day';

const createPattern = Object.assign(toRegExp, { code: 'createPattern' });

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. The contract's lint checks the schemas themselves. */
export function createAjv(): Ajv2020 {
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
  ajv.addFormat('date-time', (text: string) => isDateTime(text) && parseTime(text) !== undefined);
  ajv.addFormat('iri', isWebAddress);
  for (const [name, { allowed }] of TEXT_FORMATS) ajv.addFormat(name, allowed.test.bind(allowed));
  return ajv;
}

/** Returns whether a text is a link as the URL standard has it. User information in it is a secret that readers would see. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}

/** Keywords that hold values: keywords and references inside of them mean nothing. */
export const VALUES = ['example', 'examples', 'const', 'enum', 'default'];

/** Keywords that hold objects by name: a property named `example` is a schema, not an example. */
export const MAPS = [
  'paths',
  'pathItems',
  'parameters',
  'headers',
  'requestBodies',
  'responses',
  'content',
  'schemas',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
];

/** Extensions that the messages of a validator need: they mark ids and describe texts. */
const READ_BY_MESSAGES = ['x-references', 'x-form'];

/**
 * Copies a schema of the document without what means nothing to a validator: examples and other extensions. It also
 * leaves out schema ids: references name the place of a schema, and a second name for it would clash.
 */
function copySchema(value: unknown, referTo: (ref: string) => string, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => copySchema(member, referTo));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, unknown][] => {
      if (isMap) return [[key, copySchema(member, referTo)]];
      if (key === '$ref' && typeof member === 'string') return [[key, referTo(member)]];
      if (['example', 'examples', '$id'].includes(key)) return [];
      if (READ_BY_MESSAGES.includes(key) || VALUES.includes(key)) return [[key, member]];
      return key.startsWith('x-') ? [] : [[key, copySchema(member, referTo, MAPS.includes(key))]];
    }),
  );
}

export class ContractSchemas {
  private readonly ajv = createAjv();
  private readonly byText = new Map<string, ValidateFunction>();
  private readonly byObject = new WeakMap<object, ValidateFunction>();
  private readonly referredTo = new Set<string>();

  constructor(private readonly document: ContractDocument) {}

  /** Returns the validator of a schema that may refer to components. Equal schemas share one. */
  of(schema: Record<string, unknown> | boolean): ValidateFunction {
    if (typeof schema === 'boolean') return this.compileOnce(schema);
    let validate = this.byObject.get(schema);
    if (!validate) {
      validate = this.compileOnce(this.copy(schema) as Record<string, unknown>);
      this.byObject.set(schema, validate);
    }
    return validate;
  }

  /** Returns the errors of the last value that `validate` found invalid. */
  settled({ errors }: ValidateFunction): ErrorObject[] {
    return settleChoices(errors!, (branch) => this.of(branch));
  }

  private copy(schema: unknown): unknown {
    return copySchema(schema, (ref) => this.uriOf(ref));
  }

  /**
   * Returns the URI of a reference inside the document. Its target is added with the first reference: Ajv then compiles
   * it once, and a start reads only the schemas that it needs.
   */
  private uriOf(ref: string): string {
    if (!ref.startsWith('#/')) return ref;
    const uri = `ref:${encodeURIComponent(ref)}`;
    const target = this.referredTo.has(ref)
      ? undefined
      : valueAt(this.document, decodeURIComponent(ref.slice(1)));
    this.referredTo.add(ref);
    if (target !== undefined) this.ajv.addSchema(this.copy(target) as Record<string, unknown>, uri);
    return uri;
  }

  private compileOnce(schema: Record<string, unknown> | boolean): ValidateFunction {
    const text = JSON.stringify(schema);
    const validate = this.byText.get(text) ?? this.ajv.compile(schema);
    this.byText.set(text, validate);
    return validate;
  }
}

/** Formats errors for the log and for developers. */
export const faultText = (errors: ErrorObject[]): string => errors.map(placedMessage).join('; ');

const byDocument = new WeakMap<ContractDocument, ContractSchemas>();

/** Returns the schemas of a document, which all callers share. */
export function compileSchemas(document: ContractDocument): ContractSchemas {
  const schemas = byDocument.get(document) ?? new ContractSchemas(document);
  byDocument.set(document, schemas);
  return schemas;
}

const NO_COMPONENTS = { paths: {}, components: {} } as unknown as ContractDocument;

/** Returns the validator of a schema that has no references. Compiles it once. */
export const compileValidator = (schema: Record<string, unknown>): ValidateFunction =>
  compileSchemas(NO_COMPONENTS).of(schema);
