// Joins document errors with the same cause, for example all examples that lack a new field.
import { groupBy } from '../../base/group-by';
import type { Sentence } from '../../base/report/report';
import { countOf } from '../../base/text';
import type { DocumentFault } from '../documents/soundness';
import type { PlacedEdit } from '../review';
import { titleOf } from './wording';

const MAX_PLACES = 3;

/** Leaves out the indexes in the path of a value: the error of another row is the same error. */
const causeOf = (message: string): string =>
  message.replace(/`([^`]*)` property /, (_whole, path: string) => {
    const fields = path.split('/').filter((segment) => !/^\d+$/.test(segment));
    return fields.length === 0 ? '' : `\`${fields.join('/')}\` property `;
  });

/** Returns the title of the only edit of a field that an error of an example names. */
function editOf({ rule, message }: DocumentFault, edits: PlacedEdit[]): string | undefined {
  if (!rule.endsWith('-examples')) return undefined;
  const fields = [...message.matchAll(/['`](?:[^'`]*\/)?([\w-]+)['`]/g)].map(([, field]) => field!);
  const titles = edits.map(titleOf).filter((title) => fields.some((field) => title.endsWith(`: ${field}`)));
  return titles.length === 1 ? titles[0] : undefined;
}

/** Returns one sentence for each cause, with its first places and the edit from which it follows. */
export function faultSentences(faults: DocumentFault[], edits: PlacedEdit[]): Sentence[] {
  const groups = groupBy(faults, ({ rule, message }) => JSON.stringify([rule, causeOf(message)]));
  return [...groups.values()].map((group): Sentence => {
    const [first] = group as [DocumentFault];
    const places = group
      .slice(0, MAX_PLACES)
      .flatMap(({ file, line }, index) => [...(index > 0 ? [', '] : []), { code: `${file}:${line}` }]);
    const more = group.length - MAX_PLACES;
    const edit = editOf(first, edits);
    return [
      ...places,
      more > 0 ? ` and ${countOf(more, 'more place')}: ` : ' ',
      `${group.length > 1 ? causeOf(first.message) : first.message} [`,
      { code: first.rule },
      ']',
      ...(edit === undefined ? [] : [` This follows from the edit "${edit}".`]),
    ];
  });
}
