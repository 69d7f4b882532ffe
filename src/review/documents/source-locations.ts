// Finds the file and line of a change. The review has pointers into the bundle, but users edit source files.
import type { Source, getLineColLocation } from '@redocly/openapi-core' with { 'resolution-mode': 'import' };
import { isObject } from '../../base/values';
import { splitPointer, under, valueAt } from '../../contract/pointer';

export interface SourceLocation {
  file: string;
  line: number;
}

/** A value of a source file. */
interface Place {
  source: Source;
  pointer: string;
}

/** The lines of larger files are not found: that would need as much time as the comparison. */
const MAX_CHARACTERS = 2_000_000;
const MAX_REFERENCE_CHAIN = 50;

/** Remembers where each object of the source files is. A bundle has these objects, not copies. */
export class SourceLocations {
  private readonly places = new Map<unknown, Place>();

  /** Receives a parsed file before it is bundled. */
  add(source: Source, content: unknown, pointer = ''): void {
    // An anchor is one object in several places.
    if (typeof content !== 'object' || content === null || this.places.has(content)) return;
    this.places.set(content, { source, pointer });
    for (const [key, child] of Object.entries(content)) this.add(source, child, under(pointer, key));
  }

  /** Returns the place of a pointer into the bundle, or of its nearest existing parent. */
  private placeOf(bundle: unknown, pointer: string, entry: Place): Place {
    let [value, place] = [bundle, entry];
    for (const segment of splitPointer(pointer)) {
      for (let hops = 0; hops < MAX_REFERENCE_CHAIN && !has(value, segment); hops++) {
        const target = isObject(value) && valueAt(bundle, String(value['$ref']).slice(1));
        if (!target) return place;
        value = target;
        place = this.places.get(target) ?? place;
      }
      if (!has(value, segment)) return place;
      value = value[segment];
      place = this.places.get(value) ?? { ...place, pointer: under(place.pointer, segment) };
    }
    return place;
  }

  /** Returns undefined for a place in a file above the size limit. */
  find(bundle: unknown, pointer: string, entry: Source, locate: typeof getLineColLocation) {
    const { source, pointer: inFile } = this.placeOf(bundle, pointer, { source: entry, pointer: '' });
    if (source.body.length > MAX_CHARACTERS) return undefined;
    // Redocly decodes the segments as those of a URL.
    const encoded = `#${inFile.replaceAll('%', '%25')}`;
    const { start } = locate({ source, pointer: encoded, reportOnKey: true });
    return { path: source.absoluteRef, line: start.line };
  }
}

const has = (value: unknown, segment: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
