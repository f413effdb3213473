import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { HeaderFields } from '../answers/answer.ts';

/** As many characters of pointers as go into a header: a gateway takes 10 KB of headers in all. */
const mostCharacters = 3500;

/**
 * The header that tells what of a document was left out: how much, and JSON pointers to it as fragments of a URI (RFC 6901,
 * section 6), as many as fit. None where nothing was.
 */
export function ignoredHeader(ignored: readonly DocumentProblem[]): HeaderFields {
  if (ignored.length === 0) return {};
  const parts = [String(ignored.length)];
  let left = mostCharacters;
  for (const { pointer } of ignored) {
    const fragment = `#${encodeURI(pointer.toWellFormed()).replaceAll('#', '%23')}`;
    left -= fragment.length + 1;
    if (left < 0) break;
    parts.push(fragment);
  }
  return { 'X-Ignored': parts.join(' ') };
}
