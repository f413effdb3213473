import { resourceUri } from '../../model/uris.ts';
import { withPendingReview } from '../../serializers/resources/pending-review.ts';
import type { Shape } from '../../json-ld/shape.ts';
import type { Changed } from '../../writing/resources/change-request.ts';
import { document, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';
import { ignoredHeader, pendingReviewHeader } from './listing-headers.ts';
import { contentTypeOf } from './resource-form.ts';

/**
 * The answer to a change: the document of what is stored.
 * @param text the document
 * @param isNew whether the request has created the resource instance, now or when it was sent before
 */
export function documentAnswer(
  { graph, resourceId, version, pending, ignored }: Changed,
  text: string,
  { shape, mediaType }: { readonly shape: Shape; readonly mediaType: string },
  baseUrl: string,
  isNew: boolean,
): Answer {
  const uri = resourceUri(baseUrl, resourceId);
  const contentType = graph.hasOntology
    ? contentTypeOf({ format: 'json-ld', shape }, mediaType)
    : 'application/json';
  const headers = {
    ...validators(`${version}-${contentTag(contentType, undefined, text)}`, null),
    ...(isNew ? { Location: uri } : {}),
    ...ignoredHeader(ignored),
    ...pendingReviewHeader(pending),
  };
  const status = isNew ? 201 : 200;
  const body = graph.hasOntology ? text : withPendingReview(text, pending);
  const named = graph.hasOntology ? { '@id': uri } : { resourceinstanceid: resourceId };
  return {
    ...withHeaders(
      { ...document(contentType, body), status },
      { ...headers, 'Content-Location': uri },
    ),
    shorter: withHeaders({ ...document(contentType, JSON.stringify(named)), status }, headers),
  };
}
