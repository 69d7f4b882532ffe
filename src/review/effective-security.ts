// What a caller must show, whatever the components are called.
import { under } from '../contract/pointer';
import { isObject, listOr, objectOr, textOr } from './json';
import type { DocumentSource } from './source';

export interface EffectiveScheme {
  /** `apiKey in header x-api-key`, `http bearer`, `oauth2`. */
  kind: string;
  /** Of OAuth: each flow with its addresses. */
  flows: Set<string>;
  scopes: string[];
}

/** Schemes that are shown together; none for callers without credentials. */
export type Alternative = EffectiveScheme[];

export interface EffectiveSecurity {
  alternatives: Alternative[];
  pointer: string;
}

function describe(source: DocumentSource, name: string): Omit<EffectiveScheme, 'scopes'> {
  const schemes = objectOr(objectOr(source.document['components'])['securitySchemes']);
  const pointer = under('', 'components', 'securitySchemes', name);
  const scheme = objectOr(
    Object.hasOwn(schemes, name) ? source.settle(schemes[name], pointer).value : undefined,
  );
  const type = textOr(scheme['type']);
  const text = (key: string) => textOr(scheme[key]) ?? '';
  const flows = new Set(
    Object.entries(objectOr(scheme['flows'])).map(([flow, value]) =>
      [flow, ...['authorizationUrl', 'tokenUrl'].map((key) => textOr(objectOr(value)[key]) ?? '')]
        .join(' ')
        .trim(),
    ),
  );
  if (type === 'apiKey')
    return {
      kind: `apiKey in ${text('in')} ${text('in') === 'header' ? text('name').toLowerCase() : text('name')}`,
      flows,
    };
  if (type === 'http') return { kind: `http ${text('scheme').toLowerCase()}`, flows };
  if (type === 'openIdConnect') return { kind: `openIdConnect ${text('openIdConnectUrl')}`, flows };
  return { kind: type ?? `undefined scheme ${name}`, flows };
}

/** The operation's own requirements, or those of the document. */
export function effectiveSecurity(
  source: DocumentSource,
  operation: Record<string, unknown>,
  pointer: string,
): EffectiveSecurity {
  const stated = Array.isArray(operation['security']);
  const requirements = listOr(stated ? operation['security'] : source.document['security']).filter(isObject);
  const alternatives = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]): EffectiveScheme => ({
        ...describe(source, name),
        scopes: listOr(scopes).map(String).sort(),
      }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
  return {
    alternatives: alternatives.length > 0 ? alternatives : [[]],
    pointer: stated ? under(pointer, 'security') : '/security',
  };
}
