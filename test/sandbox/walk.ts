// A walk over the planned operations, written from the specification: what is sent, and what it says of the
// answer.
import type { PlannedOperationId } from '../../generated/operations';

/** A request that breaks the contract: `field` is what the answer's `details` must name. */
export interface BadRequest {
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  /** 400 unless it says otherwise. */
  status?: 404 | 405;
  field?: string;
}

export interface Step {
  operationId: PlannedOperationId;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Files by the name of their part. */
  form?: Record<string, string>;
  status: 200 | 201 | 204;
  /** Fields that the answer has, among others; for a list, those of each record. None for 204. */
  shows?: unknown;
  /** The columns that each row of a CSV file has; `none` for one without rows. */
  csv?: { columns: string[]; rows: 'some' | 'none'; each?: Record<string, unknown> };
  bad: BadRequest;
}

/** A file is a PDF or a table of assets. */
const typeOf = (content: string): string => (content.startsWith('%') ? 'application/pdf' : 'text/csv');

/** Files as a form carries them. */
export function formOf(files: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.set(name, new Blob([content], { type: typeOf(content) }), name);
  return form;
}
