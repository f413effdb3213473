import { NotAllowed } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { activityContext } from '../../serializers/history/activity-item.ts';
import type { RelatedUri } from '../../serializers/history/activity-stream.ts';
import { linkHeader } from '../responses/link-header.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { AuthenticationRequired } from '../errors/errors.ts';

/** The formats of the activity stream, the default first. The document is the same in all of them. */
export const activityFormats = ['json', 'json-ld', 'activity-json'] as const;

export const activityFormatDescription =
  'The media type. The document is the same: json, json-ld (JSON-LD with the profile of Activity Streams) or activity-json.';

const historyNotAllowedMessage =
  'Your account may not read the history. Ask an administrator for the right history.';

/** The error for callers without the right `history`: a 401 for anonymous callers, otherwise a 403. */
export function historyNotAllowedError(caller: Caller): AuthenticationRequired | NotAllowed {
  return caller === null ? new AuthenticationRequired() : new NotAllowed(historyNotAllowedMessage);
}

type ActivityResponseOptions = {
  readonly mediaType: string;
  readonly indent: number | undefined;
  readonly content: unknown;
  readonly links: readonly RelatedUri[];
  /** The highest ordinal in the response; undefined if it has none. */
  readonly highestOrdinal: number | undefined;
  readonly log: Log;
};

/**
 * Makes the response with a part of the activity stream. It has no `Last-Modified`, because the document also depends on names and
 * permissions, and the times of their changes are not stored. Its entity tag is a hash of the document. The log line of the request
 * gets the highest ordinal, from which an operator learns after a loss what has been published (docs/upgrading-and-restoring.md).
 */
export function activityResponse({
  mediaType,
  indent,
  content,
  links,
  highestOrdinal,
  log,
}: ActivityResponseOptions): HttpResponse {
  log.addField('highestOrdinal', () => highestOrdinal);
  const body = JSON.stringify(content);
  const contentType =
    mediaType === 'application/ld+json' ? `${mediaType}; profile="${activityContext}"` : mediaType;
  return withHeaders(documentResponse(contentType, body), {
    ...linkHeader(links.map(([relation, uri]) => `<${uri}>; rel="${relation}"`)),
    ...validatorHeaders(contentTag(mediaType, indent, body), null),
  });
}
