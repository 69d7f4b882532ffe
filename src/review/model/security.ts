// The credentials that an operation requires, with inherited requirements filled in.
import { under } from '../../contract/pointer';
import { asArray, asObject, asString } from './json';
import type { OpenApiDocument } from './document';
import { isObject, type JsonObject } from '../../base/values';

export type SecurityScheme = ReturnType<typeof readScheme> & { scopes: string[] };

/** Schemes that a request uses together. An empty list allows requests without credentials. */
export type SecurityAlternative = SecurityScheme[];

/** Reads the security requirements of the operation, or those of the document. */
export function readSecurity(document: OpenApiDocument, operation: JsonObject, at: string) {
  const isOwn = Array.isArray(operation['security']);
  const requirements = asArray((isOwn ? operation : document.root)['security']).filter(isObject);
  const alternatives: SecurityAlternative[] = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]): SecurityScheme => ({
        ...readScheme(document, name),
        scopes: asArray(scopes).map(String).sort(),
      }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
  return {
    alternatives: alternatives.length > 0 ? alternatives : [[]],
    pointer: isOwn ? under(at, 'security') : '/security',
  };
}

const FLOW_URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl'];

/** Returns the kind, for example `apiKey in header x-api-key`, and the OAuth flows with their URLs. */
function readScheme(document: OpenApiDocument, name: string) {
  const schemes = asObject(asObject(document.root['components'])['securitySchemes']);
  const pointer = under('', 'components', 'securitySchemes', name);
  const value = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  const scheme = asObject(document.dereference({ value, pointer }).value);
  const text = (key: string) => asString(scheme[key]) ?? '';
  const flowText = ([flow, value]: [string, unknown]): string =>
    [flow, ...FLOW_URLS.map((key) => asString(asObject(value)[key]) ?? '')].join(' ').trim();
  const flows = new Set(Object.entries(asObject(scheme['flows'])).map(flowText));
  // Header names and HTTP schemes are case-insensitive.
  const keyName = text('in') === 'header' ? text('name').toLowerCase() : text('name');
  const type = asString(scheme['type']);
  if (type === 'apiKey') return { kind: `apiKey in ${text('in')} ${keyName}`, flows };
  if (type === 'http') return { kind: `http ${text('scheme').toLowerCase()}`, flows };
  if (type === 'openIdConnect') return { kind: `openIdConnect ${text('openIdConnectUrl')}`, flows };
  return { kind: type ?? `undefined scheme ${name}`, flows };
}
