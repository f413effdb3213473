import { documentResponse, type HttpResponse } from '../responses/response.ts';

/**
 * Makes a response with a document of IIIF.
 * Source: IIIF Presentation API 3.0, section 6.2, and IIIF Image API 3.0, section 5.1.
 * @param mediaType the negotiated one; that of JSON-LD gets the context as its profile
 * @param context the URI of the context of the document
 */
export function iiifResponse(document: unknown, mediaType: string, context: string): HttpResponse {
  const contentType =
    mediaType === 'application/ld+json' ? `${mediaType}; profile="${context}"` : mediaType;
  return documentResponse(contentType, JSON.stringify(document));
}
