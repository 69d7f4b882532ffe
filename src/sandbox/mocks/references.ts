// Where a request names records, and of which kind each must be: that of its own name (`facilityIds`) or of the type beside it (`relatedResourceType`).
import { type Fields, isReference, kindOf } from './records';

/** The kinds of the inventory, by their names in requests without case and punctuation. */
const KINDS: Record<string, string> = {
  facility: 'fac',
  controlcenter: 'cc',
  cybersystem: 'cs',
  cyberasset: 'ca',
};

export interface Reference {
  /** Where it stands: `facilityIds.2`. */
  field: string;
  id: string;
  /** Undefined of an id that tells none, where nothing else does; the type itself where that is none of the inventory. */
  kind: string | undefined;
}

function kindAsked(name: string, beside: Fields, id: string): string | undefined {
  const subject = name.replace(/_?ids?$/i, '');
  const type = beside[`${subject}Type`] ?? beside[`${subject}_type`];
  const named = typeof type === 'string' ? type : subject;
  const kind = KINDS[named.replaceAll(/[-_]/g, '').toLowerCase()];
  return kind ?? (typeof type === 'string' ? type : kindOf(id));
}

/** Those of a body, or of the parameters of a path. */
export function* referencesIn(value: unknown, at = ''): Generator<Reference> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const field = `${at}${name}`;
    if (!isReference(name)) yield* referencesIn(member, `${field}.`);
    else if (typeof member === 'string')
      yield { field, id: member, kind: kindAsked(name, value as Fields, member) };
    else if (Array.isArray(member))
      for (const [index, id] of member.entries())
        if (typeof id === 'string')
          yield { field: `${field}.${index}`, id, kind: kindAsked(name, value as Fields, id) };
  }
}
