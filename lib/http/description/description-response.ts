import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

/** The base URL in the generated descriptions. It is replaced by that of the service. */
export const placeholderBaseUrl = 'https://heritage.example';

type DescriptionOptions = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly indent: number | undefined;
  /** `application/json` by default. */
  readonly mediaType?: string;
};

/** Makes the response with an OpenAPI document for the base URL of this service. @param description as generated */
export function descriptionResponse(
  description: unknown,
  { baseUrl, indent, mediaType = 'application/json' }: DescriptionOptions,
): HttpResponse {
  // Escaped for JSON, without the quotes.
  const escapedBaseUrl = JSON.stringify(baseUrl).slice(1, -1);
  const body = JSON.stringify(description).replaceAll(placeholderBaseUrl, escapedBaseUrl);
  return withHeaders(
    { ...jsonResponse(body), contentType: mediaType },
    validatorHeaders(contentTag(mediaType, indent, body), null),
  );
}
