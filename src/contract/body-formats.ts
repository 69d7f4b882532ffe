// Which bodies an operation takes, and how large the files in a form may be: from the contract.

/** A media type that an operation takes. */
export interface BodyFormat {
  mediaType: string;
  /** The parts of a form that are files, and how many bytes each may have. */
  files: Record<string, number>;
}

interface FileSchema {
  format?: string;
  contentMediaType?: string;
  maxLength?: number;
}

const isFile = ({ format, contentMediaType }: FileSchema): boolean => format === 'binary' || contentMediaType !== undefined;

/** `properties` are those of the body's schema, resolved. */
export function bodyFormat(mediaType: string, properties: Record<string, unknown>): BodyFormat {
  const files = Object.entries(properties as Record<string, FileSchema>).filter(([, property]) => isFile(property));
  return { mediaType, files: Object.fromEntries(files.map(([name, { maxLength = 0 }]) => [name, maxLength])) };
}
