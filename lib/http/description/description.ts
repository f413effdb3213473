import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';

/** The address in descriptions as they are kept: that of the service takes its place. */
export const describedBaseUrl = 'https://heritage.example';

/** A description as a caller asked for it. */
type AskedDescription = {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly indent: number | undefined;
  /** Left out for application/json. */
  readonly mediaType?: string;
};

/** The answer with an OpenAPI document, for the service at its address. @param description as it is kept */
export function describedAt(
  description: unknown,
  { baseUrl, indent, mediaType = 'application/json' }: AskedDescription,
): Answer {
  // As JSON writes it, without its quotes.
  const address = JSON.stringify(baseUrl).slice(1, -1);
  const body = JSON.stringify(description).replaceAll(describedBaseUrl, address);
  return withHeaders(
    { ...json(body), contentType: mediaType },
    validators(contentTag(mediaType, indent, body), null),
  );
}
