// Sends a file as a form.
import type { Client } from '../../generated/client.js';
import type { paths } from '../../generated/types.js';
import type { DataOf, InitOf, PathsWith, Result } from './types.js';

type PostOf<Path extends PathsWith<'post'>> = paths[Path]['post'];
type UploadPath = {
  [Path in PathsWith<'post'>]: PostOf<Path> extends {
    requestBody: { content: { 'multipart/form-data': unknown } };
  }
    ? Path
    : never;
}[PathsWith<'post'>];

/** The parameters and the options of an upload, without its body. Optional when no parameter is required. */
type UploadInit<Path extends UploadPath> = Omit<InitOf<PostOf<Path>>, 'body'>;

const MEDIA_TYPES: Record<string, string> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * Uploads a file. Without a media type, the file gets the type of its extension: `.csv`, `.pdf` or `.docx`.
 *
 * @example
 * await upload(client, '/policy-documents/upload', new File([bytes], 'incident-response-plan.pdf'));
 */
export function upload<Path extends UploadPath>(
  client: Client,
  path: Path,
  file: File,
  ...[init]: object extends UploadInit<Path> ? [init?: UploadInit<Path>] : [init: UploadInit<Path>]
): Promise<Result<DataOf<PostOf<Path>>>> {
  const post = client.POST as unknown as (
    path: string,
    init: object,
  ) => Promise<Result<DataOf<PostOf<Path>>>>;
  const type = file.type || MEDIA_TYPES[file.name.split('.').pop()!.toLowerCase()];
  const body = new FormData();
  body.set('file', type === undefined ? file : new File([file], file.name, { type }));
  return post(path, { ...init, body });
}
