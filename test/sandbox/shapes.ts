// Jest matchers for the value types of the specification.

const satisfying = (name: string, test: (value: unknown) => boolean): unknown => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: test,
  toString: () => name,
  toAsymmetricMatcher: () => `<${name}>`,
});

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
const isDay = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
/** ISO 8601 in UTC. */
const isMoment = (value: unknown): boolean =>
  isText(value) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

export const text = satisfying('text', isText);
export const integer = satisfying('integer', Number.isInteger);
export const day = satisfying('YYYY-MM-DD', isDay);
export const moment = satisfying('ISO 8601 UTC', isMoment);
export const url = satisfying('URL', (value) => isText(value) && URL.canParse(value));

/** Matches an id with this prefix. */
export const id = (prefix: string): unknown =>
  satisfying(
    `${prefix}_…`,
    (value) => isText(value) && value.startsWith(`${prefix}_`) && value.length > prefix.length + 1,
  );

export const oneOf = (...values: unknown[]): unknown =>
  satisfying(values.join(' or '), (value) => values.includes(value));

/** Matches a non-empty list in which each record has at least these fields. */
export const listOf = (fields: object): unknown =>
  satisfying(`records with ${Object.keys(fields).join(', ')}`, (value) => {
    if (!Array.isArray(value) || value.length === 0) return false;
    for (const record of value) expect(record).toMatchObject(fields);
    return true;
  });
