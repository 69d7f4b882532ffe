// Walks the objects of an OpenAPI document.
import { MAPS, VALUES } from '../../src/contract/schemas';

/** Returns the members of an object that may be or contain objects of the document. */
export const partsOf = (object: object): unknown[] =>
  Object.entries(object).flatMap(([keyword, member]: [string, unknown]) => {
    if (VALUES.includes(keyword) || keyword.startsWith('x-')) return [];
    const isMap = MAPS.includes(keyword) && typeof member === 'object' && member !== null;
    return isMap ? Object.values(member as Record<string, unknown>) : [member];
  });
