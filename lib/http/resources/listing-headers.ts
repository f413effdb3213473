import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import type { HeaderFields } from '../responses/response.ts';

/** The maximum length of one of these headers. API Gateway accepts 10 KB for all headers. */
const maxCharacters = 3500;

/**
 * The headers of a response to a change. Each is the number of its items, and the items, as many as fit: JSON Pointers to the ignored parts of the
 * document, as URI fragments (RFC 6901, section 6); the tiles that wait for a reviewer; the files that nothing knows.
 */
export function changeHeaders({
  ignored,
  pending,
  unknownFiles,
}: Pick<ChangeResult, 'ignored' | 'pending' | 'unknownFiles'>): HeaderFields {
  return {
    ...listingHeader('X-Ignored', ignored.map(toFragment)),
    ...listingHeader('X-Pending-Review', pending),
    ...listingHeader('X-Unknown-Files', unknownFiles),
  };
}

const toFragment = ({ pointer }: DocumentProblem): string =>
  `#${encodeURI(pointer.toWellFormed()).replaceAll('#', '%23')}`;

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
