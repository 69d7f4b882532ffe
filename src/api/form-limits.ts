// Limits of a form, counted before its bytes reach the parser, which makes a stream for each delimiter.
import { Transform } from 'node:stream';
import { ApiError } from '../errors';

/** Limits of the parser, under its names, and limits over all parts, which the parser does not count. */
export const FORM_LIMITS = {
  fields: 20,
  fieldSize: 100 * 1024,
  files: 10,
  parts: 30,
  headerPairs: 100,
  headerSize: 16 * 1024,
};

const LINE_BREAK = '\r\n';

/** Returns a 400 that names a field of the form, or `body` for the whole form. */
export const formFault = (why: string, field = 'body'): ApiError =>
  new ApiError('validation_error', `The request body is not a form that this operation takes: ${why}.`, {
    details: [{ field, message: why }],
  });

/**
 * Returns a stream that passes a form on and counts its bytes, its parts (with and without a name), their
 * header fields, and the bytes of these. At the first exceeded limit the stream fails with ApiError
 * `validation_error` or `payload_too_large`. `fileBytes` is the maximum size of one file.
 */
export function createFormCounter(boundary: string, fileBytes: number): Transform {
  const { files, fields, fieldSize, parts, headerPairs, headerSize } = FORM_LIMITS;
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`);
  const maxBytes = files * fileBytes + fields * fieldSize + headerSize;
  const counted = { bytes: 0, delimiters: 0, headerBytes: 0, headerFields: 0 };
  let isInHeaders = false;
  let rest = Buffer.from(LINE_BREAK); // a form may begin with its first delimiter

  /** Counts header bytes between two delimiters, or after the last delimiter so far. */
  function countHeaders(bytes: Buffer, isWhole: boolean): void {
    const end = bytes.indexOf(LINE_BREAK + LINE_BREAK);
    const length = end < 0 ? bytes.length : end;
    if (counted.headerBytes + length > headerSize) {
      throw formFault(`its parts have headers of more than ${headerSize} bytes`);
    }
    if (end < 0 && !isWhole) return;
    isInHeaders = false;
    counted.headerBytes += length;
    const lines = bytes.toString('latin1', 0, length).split(LINE_BREAK);
    counted.headerFields += lines.filter((line) => line !== '').length;
    if (counted.headerFields > headerPairs) {
      throw formFault(`its parts have more than ${headerPairs} header fields`);
    }
  }

  function count(chunk: Buffer): void {
    counted.bytes += chunk.length;
    if (counted.bytes > maxBytes) {
      throw new ApiError('payload_too_large', `The form is larger than ${maxBytes} bytes.`);
    }
    let bytes = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = bytes.indexOf(delimiter);
      if (isInHeaders) countHeaders(at < 0 ? bytes : bytes.subarray(0, at), at >= 0);
      if (at < 0) break;
      counted.delimiters += 1; // one for each part and one for the end of the form
      if (counted.delimiters > parts + 1) throw formFault(`it has more than ${parts} parts`);
      isInHeaders = true;
      bytes = bytes.subarray(at + delimiter.length);
    }
    rest = isInHeaders ? bytes : bytes.subarray(Math.max(0, bytes.length - delimiter.length + 1));
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
