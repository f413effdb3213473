import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { HeaderFields } from '../responses/response.ts';

/** As many characters of a list as go into a header: a gateway takes 10 KB of headers in all. */
const mostCharacters = 3500;

/**
 * The header that tells what of a document was left out: how much, and JSON pointers to it as fragments of a URI (RFC 6901,
 * section 6), as many as fit. None where nothing was.
 */
export function ignoredHeader(ignored: readonly DocumentProblem[]): HeaderFields {
  const fragments = ignored.map(
    ({ pointer }) => `#${encodeURI(pointer.toWellFormed()).replaceAll('#', '%23')}`,
  );
  return listingHeader('X-Ignored', fragments);
}

/**
 * The header that tells which tiles of a request wait for a reviewer: how many, and their ids, as many as fit. None where none do.
 */
export function pendingReviewHeader(tileIds: readonly string[]): HeaderFields {
  return listingHeader('X-Pending-Review', tileIds);
}

/** How many items there are, and the first of them. */
function listingHeader(name: string, items: readonly string[]): HeaderFields {
  if (items.length === 0) return {};
  const parts = [String(items.length)];
  let left = mostCharacters;
  for (const item of items) {
    left -= item.length + 1;
    if (left < 0) break;
    parts.push(item);
  }
  return { [name]: parts.join(' ') };
}
