// The JSON schema of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as far as recordings use it.
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const text = { type: 'string' };
const comment = text;
const size = { type: 'integer', minimum: -1 };
const duration = { type: 'number', minimum: 0 };
const list = (items: object) => ({ type: 'array', items });

/** An object with these members only, besides custom ones that begin with `_`. */
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional, comment },
  patternProperties: { '^_': {} },
  required: Object.keys(required),
  additionalProperties: false,
});

const pair = object({ name: text, value: text });
const message = {
  httpVersion: text,
  cookies: list(pair),
  headers: list(pair),
  headersSize: size,
  bodySize: size,
};

const schema = object({
  log: object({
    version: { const: '1.2' },
    creator: object({ name: text, version: text }),
    entries: list(
      object({
        startedDateTime: {
          type: 'string',
          format: 'date-time',
          pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`,
        },
        time: duration,
        request: object(
          { method: text, url: { type: 'string', format: 'uri' }, ...message, queryString: list(pair) },
          { postData: object({ mimeType: text }, { text }) },
        ),
        response: object({
          status: { type: 'integer' },
          statusText: text,
          ...message,
          content: object({ size, mimeType: text }, { text }),
          redirectURL: text,
        }),
        cache: object({}),
        timings: object({ send: duration, wait: duration, receive: duration }),
      }),
    ),
  }),
});

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validate = ajv.compile(schema);

/** Returns what breaks the schema of HAR 1.2. */
export function brokenRulesOfHar(har: unknown): string[] {
  validate(har);
  return (validate.errors ?? []).map(({ instancePath, message: rule }) => `${instancePath} ${rule}`);
}
