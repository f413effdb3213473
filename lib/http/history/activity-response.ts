import { NotAllowed } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { activityContext } from '../../serializers/history/activity-item.ts';
import type { RelatedUri } from '../../serializers/history/activity-stream.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { AuthenticationRequired } from '../errors/errors.ts';

/** The formats of the activity stream, the default first: one document, under three names. */
export const activityFormats = ['json', 'json-ld', 'activity-json'] as const;

/** What the parameter `format` means here. */
export const activityFormatDescription =
  'The media type of the same document: json, json-ld (JSON-LD with the profile of Activity Streams) or activity-json.';

const noRight =
  'Your account may not read the history. Ask an administrator for the right history.';

/** What is thrown where the caller has no right `history`: who sent no token is asked for one. */
export function historyNotAllowedError(caller: Caller): AuthenticationRequired | NotAllowed {
  return caller === null ? new AuthenticationRequired() : new NotAllowed(noRight);
}

/** A part of the activity stream that somebody asked for. */
type ActivityAnswer = {
  readonly mediaType: string;
  readonly indent: number | undefined;
  readonly content: unknown;
  readonly links: readonly RelatedUri[];
};

/**
 * The answer with a part of the activity stream. Its entity tag is made of all that the document says, masks, names and counts
 * included. It has no time of its last change: nobody notes when a name or a right changed for each of its readers.
 */
export function activityResponse({
  mediaType,
  indent,
  content,
  links,
}: ActivityAnswer): HttpResponse {
  const body = JSON.stringify(content);
  const contentType =
    mediaType === 'application/ld+json' ? `${mediaType}; profile="${activityContext}"` : mediaType;
  return withHeaders(documentResponse(contentType, body), {
    Link: links.map(([relation, uri]) => `<${uri}>; rel="${relation}"`).join(', '),
    ...validatorHeaders(contentTag(mediaType, indent, body), null),
  });
}
