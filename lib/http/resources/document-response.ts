import { resourceUri } from '../../model/uris.ts';
import { addPendingReview } from '../../serializers/resources/pending-review.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { ignoredHeader, pendingReviewHeader } from './listing-headers.ts';
import { contentTypeWithProfile } from './representation.ts';

/**
 * Makes the response to a write: the stored document.
 * @param isNew whether this request created the resource instance, either now or when it was sent before
 */
export function storedDocumentResponse(
  { graph, resourceId, version, pending, ignored }: ChangeResult,
  text: string,
  { shape, mediaType }: { readonly shape: Shape; readonly mediaType: string },
  baseUrl: string,
  isNew: boolean,
): HttpResponse {
  const uri = resourceUri(baseUrl, resourceId);
  const contentType = graph.hasOntology
    ? contentTypeWithProfile({ format: 'json-ld', shape }, mediaType)
    : 'application/json';
  const headers = {
    ...validatorHeaders(`${version}-${contentTag(contentType, undefined, text)}`, null),
    ...(isNew ? { Location: uri } : {}),
    ...ignoredHeader(ignored),
    ...pendingReviewHeader(pending),
  };
  const status = isNew ? 201 : 200;
  const body = graph.hasOntology ? text : addPendingReview(text, pending);
  const minimalDocument = graph.hasOntology ? { '@id': uri } : { resourceinstanceid: resourceId };
  return {
    ...withHeaders(
      { ...documentResponse(contentType, body), status },
      { ...headers, 'Content-Location': uri },
    ),
    fallback: withHeaders(
      { ...documentResponse(contentType, JSON.stringify(minimalDocument)), status },
      headers,
    ),
  };
}
