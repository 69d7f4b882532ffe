// Reads the caller's `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header).

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The caller's span: 16 hexadecimal digits. */
  parentId: string;
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** Returns nothing for a missing or malformed field, which the specification tells servers to ignore. */
export function traceContextOf(field: string | string[] | undefined): TraceContext | undefined {
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(String(field)) ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  // Only versions after 00 may have more parts.
  return version === '00' && more !== undefined ? undefined : { traceId, parentId };
}
