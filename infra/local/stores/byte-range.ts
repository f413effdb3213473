import type { IncomingHttpHeaders } from 'node:http';

/** The requested bytes, both ends included; `none` for all. */
export type ByteRange = 'none' | 'unsatisfiable' | { readonly start: number; readonly end: number };

/**
 * Reads the range of a request (RFC 9110, section 14.1.2). Several ranges, and those of another state of the file (`If-Range`), count as none.
 * @param file its size in bytes, and its entity tag
 */
export function readByteRange(
  headers: IncomingHttpHeaders,
  { size, tag }: { readonly size: number; readonly tag: string },
): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if (from === '' && to === '') return 'none';
  if (condition !== undefined && condition !== tag) return 'none';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'none';
  const isEmptySuffix = from === '' && Number(to) === 0;
  return start >= size || isEmptySuffix ? 'unsatisfiable' : { start, end };
}
