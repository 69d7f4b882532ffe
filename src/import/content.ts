// What an import file holds, and where in it a row stands.
import type { CollectionName } from '../resources/collection';

/** In the order in which they are written: what is referred to comes first. */
export const COLLECTIONS = [
  'facilities',
  'control_centers',
  'cyber_systems',
  'cyber_assets',
] as const satisfies readonly CollectionName[];

/** Rows as they were read: anything may stand in them. */
export type ImportContent = { readonly [Name in CollectionName]?: readonly unknown[] };

export interface FilePosition {
  file: string;
  line: number;
}

export type PlaceOf = (collection: CollectionName, index: number) => FilePosition;

export interface ImportSource {
  content: ImportContent;
  placeOf: PlaceOf;
}

/** Stands for a row that the reader of a file understood only in part. */
export class UnreadableRow {
  constructor(
    readonly reason: string,
    readonly fields: Record<string, unknown> = {},
  ) {}
}
