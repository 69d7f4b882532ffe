// Parameters as they are sent: those of the path and of the operation together, path parameters by their position and not by their name.
import { under } from '../contract/pointer';
import { isObject, listOr, objectOr, textOr } from './json';
import type { Located, DocumentSource } from './source';

export interface EffectiveParameter {
  /** `query limit`, `header if-match`, `path 1`. */
  key: string;
  in: string;
  name: string;
  required: boolean;
  deprecated: boolean;
  schema: Located;
  style: string;
  explode: boolean;
  /** Words that are told and not judged. */
  unjudged: string;
  pointer: string;
  /** Where the operation or its path states it; the parameter may stand elsewhere, behind a reference. */
  statedAt: string;
}

/** Said by other parts of the document, or by HTTP itself. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const STYLES: Record<string, string> = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

const namesInPath = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);

/** JSON is in UTF-8 whether or not that is said. */
export const mediaTypeName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replace(/;charset="?utf-8"?$/, '');

/** A parameter or a header says its schema itself, or under the one media type that it is written in. */
export function schemaOf(
  source: DocumentSource,
  holder: Record<string, unknown>,
  pointer: string,
): Located & { mediaType: string | undefined } {
  const [mediaType, media] = Object.entries(objectOr(holder['content']))[0] ?? [];
  if (holder['schema'] !== undefined || mediaType === undefined)
    return { value: holder['schema'] ?? {}, pointer: under(pointer, 'schema'), mediaType: undefined };
  const settled = source.settle(media, under(pointer, 'content', mediaType));
  return {
    value: objectOr(settled.value)['schema'] ?? {},
    pointer: under(settled.pointer, 'schema'),
    mediaType,
  };
}

function read(
  source: DocumentSource,
  value: unknown,
  at: string,
  positions: string[],
): EffectiveParameter | undefined {
  const { value: parameter, pointer } = source.settle(value, at);
  if (!isObject(parameter)) return undefined;
  const where = textOr(parameter['in']) ?? '';
  const name = textOr(parameter['name']) ?? '';
  const position = positions.indexOf(name) + 1;
  if ((where === 'path' && position === 0) || (where === 'header' && IGNORED_HEADERS.has(name.toLowerCase())))
    return undefined;
  const { mediaType, ...schema } = schemaOf(source, parameter, pointer);
  const style = mediaType
    ? `content ${mediaTypeName(mediaType)}`
    : (textOr(parameter['style']) ?? STYLES[where] ?? '');
  return {
    key: where === 'path' ? `path ${position}` : `${where} ${where === 'header' ? name.toLowerCase() : name}`,
    in: where,
    name,
    required: where === 'path' || parameter['required'] === true,
    deprecated: parameter['deprecated'] === true,
    schema,
    style,
    // A deep object can be written in no other way.
    explode:
      style === 'deepObject' ||
      (typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form'),
    unjudged: ['allowReserved', 'allowEmptyValue']
      .filter((keyword) => parameter[keyword] === true)
      .join(', '),
    pointer,
    statedAt: at,
  };
}

export function effectiveParameters(
  source: DocumentSource,
  path: string,
  pathItem: Located,
  operation: Located,
): Map<string, EffectiveParameter> {
  const positions = namesInPath(path);
  const parameters = new Map<string, EffectiveParameter>();
  for (const { value, pointer } of [pathItem, operation]) {
    listOr(objectOr(value)['parameters']).forEach((item, index) => {
      const parameter = read(source, item, under(pointer, 'parameters', index), positions);
      if (parameter) parameters.set(parameter.key, parameter);
    });
  }
  return parameters;
}
