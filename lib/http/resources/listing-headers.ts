import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { HeaderFields } from '../responses/response.ts';

/** The maximum length of one of these headers. API Gateway accepts 10 KB for all headers. */
const maxCharacters = 3500;

/**
 * The header X-Ignored: the number of ignored parts of a document, and JSON Pointers to them as URI fragments (RFC 6901, section 6), as
 * many as fit.
 */
export function ignoredHeader(ignored: readonly DocumentProblem[]): HeaderFields {
  const fragments = ignored.map(
    ({ pointer }) => `#${encodeURI(pointer.toWellFormed()).replaceAll('#', '%23')}`,
  );
  return listingHeader('X-Ignored', fragments);
}

/** The header X-Pending-Review: the number of tiles that wait for a reviewer, and their ids, as many as fit. */
export function pendingReviewHeader(tileIds: readonly string[]): HeaderFields {
  return listingHeader('X-Pending-Review', tileIds);
}

function listingHeader(name: string, items: readonly string[]): HeaderFields {
  if (items.length === 0) return {};
  const parts = [String(items.length)];
  let remaining = maxCharacters;
  for (const item of items) {
    remaining -= item.length + 1;
    if (remaining < 0) break;
    parts.push(item);
  }
  return { [name]: parts.join(' ') };
}
