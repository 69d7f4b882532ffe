// Bodies and answers: media types, statuses, headers, with references followed.
import { under } from '../contract/pointer';
import { isObject, type JsonObject, objectOr } from './json';
import { mediaTypeName, schemaOf } from './effective-parameters';
import { type Located, settledBelow, type DocumentSource } from './source';

export interface EffectiveMedia {
  schema: Located;
  encoding: JsonObject;
  pointer: string;
}

export interface EffectiveBody {
  required: boolean;
  content: Map<string, EffectiveMedia>;
  pointer: string;
}

export interface EffectiveHeader {
  name: string;
  required: boolean;
  schema: Located;
  pointer: string;
  /** Where the response states it; the header may stand elsewhere, behind a reference. */
  statedAt: string;
}

export interface EffectiveResponse {
  status: string;
  content: Map<string, EffectiveMedia>;
  /** By the name in lower case. */
  headers: Map<string, EffectiveHeader>;
  links: Map<string, Located>;
  pointer: string;
  /** Where the operation states it; the response may stand elsewhere, behind a reference. */
  statedAt: string;
}

function readContent(source: DocumentSource, holder: JsonObject, at: string): Map<string, EffectiveMedia> {
  const content = Object.entries(objectOr(holder['content'])).map(
    ([mediaType, value]): [string, EffectiveMedia] => {
      const { value: media, pointer } = source.settle(value, under(at, 'content', mediaType));
      const { schema, encoding } = objectOr(media);
      return [
        mediaTypeName(mediaType),
        {
          schema: { value: schema ?? {}, pointer: schema === undefined ? pointer : under(pointer, 'schema') },
          encoding: objectOr(encoding),
          pointer,
        },
      ];
    },
  );
  return new Map(content);
}

export function effectiveBody(source: DocumentSource, operation: Located): EffectiveBody | undefined {
  const { value: body, pointer } = source.settle(
    objectOr(operation.value)['requestBody'],
    under(operation.pointer, 'requestBody'),
  );
  return isObject(body)
    ? { required: body['required'] === true, content: readContent(source, body, pointer), pointer }
    : undefined;
}

export function effectiveResponses(
  source: DocumentSource,
  operation: Located,
): Map<string, EffectiveResponse> {
  const responses = new Map<string, EffectiveResponse>();
  for (const [name, value] of Object.entries(objectOr(objectOr(operation.value)['responses']))) {
    if (name.startsWith('x-')) continue;
    const statedAt = under(operation.pointer, 'responses', name);
    const { value: response, pointer } = source.settle(value, statedAt);
    if (!isObject(response)) continue;
    const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    const parts = source.once(response, () => ({
      content: readContent(source, response, pointer),
      headers: readHeaders(source, response, pointer),
      links: settledBelow(source, { value: response, pointer }, 'links'),
      pointer,
    }));
    responses.set(status, { status, ...parts, statedAt });
  }
  return responses;
}

function readHeaders(source: DocumentSource, response: JsonObject, at: string): Map<string, EffectiveHeader> {
  const headers = new Map<string, EffectiveHeader>();
  for (const [name, value] of Object.entries(objectOr(response['headers']))) {
    const statedAt = under(at, 'headers', name);
    const { value: header, pointer } = source.settle(value, statedAt);
    if (!isObject(header) || name.toLowerCase() === 'content-type') continue;
    const { value: schema, pointer: schemaPointer } = schemaOf(source, header, pointer);
    headers.set(name.toLowerCase(), {
      name,
      required: header['required'] === true,
      schema: { value: schema, pointer: schemaPointer },
      pointer,
      statedAt,
    });
  }
  return headers;
}
