// Lists where a sandbox serves an external document in another way than the document says.
import { isJson } from './body-formats';
import { type ContractDocument, type MediaType, type Operation, resolve } from './document';
import type { Mocks } from './handler';
import { type ContractSchemas, faultText, schemasOf } from './schemas';
import { undispatchedOperations } from './unsupported';

interface Served {
  document: ContractDocument;
  operations: Operation[];
  /** Ids of operations that the document declares available and this server has no handler for. */
  withoutHandler: string[];
  mocks: Mocks | undefined;
  notes: string[];
}

const MAX_FAULTS = 3;

/** Yields the named examples of a media type. Its only unnamed one is `example`. */
function* examplesOf(
  document: ContractDocument,
  { examples = {}, example }: MediaType,
): Generator<[name: string, value: unknown]> {
  if (example !== undefined) yield ['example', example];
  for (const [name, given] of Object.entries(examples)) {
    const { value } = resolve<{ value?: unknown } | undefined>(document, given) ?? {};
    if (value !== undefined) yield [name, value]; // the value of the others is in another file
  }
}

function faultOf(schemas: ContractSchemas, { schema }: MediaType, value: unknown): string | undefined {
  if (schema === undefined) return undefined;
  const validate = schemas.of(schema);
  return validate(value) ? undefined : faultText(schemas.settled(validate).slice(0, MAX_FAULTS));
}

/** Returns a sentence for each response example that breaks its schema. Operations can share an example. */
function brokenExamples({ document, operations }: Served): string[] {
  const schemas = schemasOf(document);
  const faults = new Map<MediaType, { name: string; status: string; fault: string }[]>();
  const users = new Map<MediaType, string[]>();
  for (const { operationId, unsupported, responses } of operations) {
    if (unsupported !== undefined) continue;
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [mediaType, media] of Object.entries(content)) {
        if (!isJson(mediaType)) continue;
        const known = users.get(media);
        if (known) {
          if (!known.includes(operationId)) known.push(operationId);
          continue;
        }
        users.set(media, [operationId]);
        faults.set(
          media,
          [...examplesOf(document, media)].flatMap(([name, value]) => {
            const fault = faultOf(schemas, media, value);
            return fault === undefined ? [] : [{ name, status, fault }];
          }),
        );
      }
    }
  }
  return [...faults].flatMap(([media, broken]) => {
    const [first, ...others] = users.get(media)!;
    const shared = others.length > 0 ? ` and ${others.length} more` : '';
    return broken.map(
      ({ name, status, fault }) =>
        `The ${status} example ${name} of ${first}${shared} breaks its schema and is served unchanged: ${fault}.`,
    );
  });
}

/** Names the planned operations without a behavior of their own by what answers them. */
function answeredBy({ operations, mocks }: Served): string[] {
  const idsFrom = (source: string): string =>
    operations
      .filter((each) => each.availability === 'planned' && each.unsupported === undefined)
      .filter((each) => mocks?.sourceOf(each) === source)
      .map(({ operationId }) => operationId)
      .join(', ');
  const [recorded, mocked] = [idsFrom('convention'), idsFrom('prism')];
  return [
    ...(recorded ? [`These operations keep records, by their paths and schemas: ${recorded}.`] : []),
    ...(mocked ? [`These operations return examples or generated values: ${mocked}.`] : []),
  ];
}

/** Returns one sentence for each difference. */
export function startupReport(served: Served): string[] {
  const { document, operations, withoutHandler, notes } = served;
  const unsupported = operations.filter((operation) => operation.unsupported !== undefined);
  const mocked = withoutHandler.filter((id) => unsupported.every(({ operationId }) => operationId !== id));
  return [
    ...notes,
    ...(mocked.length > 0
      ? [`Available in the document, but mocked because this server has no handler: ${mocked.join(', ')}.`]
      : []),
    ...unsupported.map(
      ({ operationId, unsupported: reason }) => `${operationId} is unsupported and returns 501: ${reason}.`,
    ),
    ...undispatchedOperations(document).map(
      ({ operationId, unsupported: reason }) => `${operationId} is not served as authored: ${reason}.`,
    ),
    ...brokenExamples(served),
    ...answeredBy(served),
  ];
}
