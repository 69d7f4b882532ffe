// Checks that the links of a creation lead to the operations of the created record.
import { contractDocument, type Operation, type Parameter } from '../../src/contract/document';
import { type Example, examples, isSuccess, operations } from '../support/examples';

type Link = { operationId: string; parameters: Record<string, string> };

const successOf = ({ operationId }: Operation): Example | undefined =>
  examples.find((example) => isSuccess(example) && example.operationId === operationId);
const idOf = (operation: Operation): string | undefined => {
  const { id } = (successOf(operation)?.value ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
};
const prefixOf = (id: unknown): string => String(id).split('_')[0]!;
const idParameter = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(({ in: where }) => where === 'path');
const exampleOf = (parameter: Parameter | undefined): unknown =>
  Object.values(parameter?.examples ?? {})[0]?.value;

function linksOf(operation: Operation): Record<string, Link> {
  const { responses } = contractDocument.paths[operation.path]!['post'] as {
    responses: Record<string, { links?: Record<string, Link> }>;
  };
  return responses[successOf(operation)!.status!]!.links ?? {};
}

/** Returns the operations on the record itself, and the one that `Location` names. */
function targetsOf(operation: Operation): Operation[] {
  const id = idOf(operation)!;
  const location = examples.find(
    ({ operationId, part, name }) =>
      operationId === operation.operationId && part === 'header' && name === 'Location',
  );
  return operations.filter(
    (other) =>
      ['GET', 'PUT', 'PATCH', 'DELETE'].includes(other.method) &&
      prefixOf(exampleOf(idParameter(other))) === prefixOf(id) &&
      (other.path.endsWith('/{id}') || other.path.replace('{id}', id) === location?.value),
  );
}

const creations = operations.filter(
  (operation) =>
    operation.method === 'POST' && !operation.path.includes('{') && idOf(operation) !== undefined,
);
/** No operation reads or changes a file by its id. */
const WITHOUT_TARGETS = ['uploadPolicyDocumentFile'];

it.each(creations)('$operationId links to each operation on the record that it creates', (operation) => {
  const targets = targetsOf(operation);
  expect(targets.length === 0).toBe(WITHOUT_TARGETS.includes(operation.operationId));
  expect(linksOf(operation)).toEqual(
    Object.fromEntries(
      targets.map((target) => [
        target.operationId,
        {
          operationId: target.operationId,
          parameters: { [idParameter(target)!.name]: '$response.body#/id' },
        },
      ]),
    ),
  );
});
