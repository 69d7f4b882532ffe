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

/**
 * Uploads a file. Without a media type, the ending of its name counts: `.csv`, `.pdf` or `.docx`.
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
  const body = new FormData();
  body.set('file', file);
  return post(path, { ...init, body });
}
