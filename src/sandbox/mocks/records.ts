// The records that a document's examples show, by their ids: what one answer lists or makes, the next call finds.
import { type ContractDocument, type Schema, operationsOf } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';

interface Shown {
  id?: unknown;
}

/** Gives the record that the path names, for an answer that would show another one of its kind. */
export type Records = (schema: Schema, params: Record<string, unknown>, answer: unknown) => unknown;

/** `tsk` of `tsk_01kk358wb4fm7r1620hdjd55v4`; undefined of what does not tell its kind. */
const kindOf = (id: unknown): string | undefined => (typeof id === 'string' ? /^[a-z]+(?=_)/.exec(id)?.[0] : undefined);

function* objectsIn(value: unknown): Generator<Shown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

/** What reads show comes before what changes make of it. */
function* shownBy(document: ContractDocument): Generator<Shown> {
  const operations = operationsOf(document);
  for (const { responses } of [...operations.filter(({ method }) => method === 'GET'), ...operations.filter(({ method }) => method !== 'GET')]) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (status.startsWith('2')) for (const { examples } of Object.values(content)) yield* objectsIn(Object.values(examples ?? {}).map(({ value }) => value));
    }
  }
}

export function createRecords(document: ContractDocument): Records {
  const byId = new Map<string, Shown[]>();
  for (const record of shownBy(document)) if (typeof record.id === 'string') byId.set(record.id, [...(byId.get(record.id) ?? []), record]);

  return (schema, params, answer) => {
    const kind = kindOf((answer as Shown | undefined)?.id);
    const id = Object.values(params).findLast((param) => kind !== undefined && kindOf(param) === kind);
    const records = byId.get(id as string) ?? [];
    // A list may leave out what the record has, such as sections: the example fills that in.
    return [...records, ...records.map((record) => ({ ...(answer as object), ...record }))].find((record) => schemasOf(document).of(schema)(record)) ?? answer;
  };
}
