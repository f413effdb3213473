import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

/** The address in descriptions as they are kept: that of the service takes its place. */
export const placeholderBaseUrl = 'https://heritage.example';

/** A description as a caller asked for it. */
type AskedDescription = {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly indent: number | undefined;
  /** Left out for application/json. */
  readonly mediaType?: string;
};

/** The answer with an OpenAPI document, for the service at its address. @param description as it is kept */
export function descriptionResponse(
  description: unknown,
  { baseUrl, indent, mediaType = 'application/json' }: AskedDescription,
): HttpResponse {
  // As JSON writes it, without its quotes.
  const address = JSON.stringify(baseUrl).slice(1, -1);
  const body = JSON.stringify(description).replaceAll(placeholderBaseUrl, address);
  return withHeaders(
    { ...jsonResponse(body), contentType: mediaType },
    validatorHeaders(contentTag(mediaType, indent, body), null),
  );
}
