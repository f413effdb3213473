import { contactLink, type InstanceDescription } from '../../model/instance-description.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

/** The base URL in the generated descriptions. It is replaced by that of the service. */
export const placeholderBaseUrl = 'https://heritage.example';

type DescriptionOptions = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly instance: InstanceDescription;
  readonly indent: number | undefined;
  /** `application/json` by default. */
  readonly mediaType?: string;
};

/** Makes the response with an OpenAPI document for this instance. @param description as generated */
export function descriptionResponse(
  description: { readonly info: object },
  { baseUrl, instance, indent, mediaType = 'application/json' }: DescriptionOptions,
): HttpResponse {
  // Escaped for JSON, without the quotes.
  const escapedBaseUrl = JSON.stringify(baseUrl).slice(1, -1);
  const body = JSON.stringify({
    ...description,
    info: { ...description.info, ...instanceInfo(instance) },
  }).replaceAll(placeholderBaseUrl, escapedBaseUrl);
  return withHeaders(
    { ...jsonResponse(body), contentType: mediaType },
    validatorHeaders(contentTag(mediaType, indent, body), null),
  );
}

/** What the instance says of itself, as members of `info` (OpenAPI 3.1, section 4.8.2). */
const instanceInfo = ({ title, licence, contact }: InstanceDescription): object => ({
  title,
  ...(contact === undefined ? {} : { contact: contactMember(contact) }),
  ...(licence === undefined ? {} : { license: { name: 'Licence of the data', url: licence } }),
});

const contactMember = (contact: string): object => {
  const link = contactLink(contact);
  return link.startsWith('mailto:') ? { email: contact } : { url: link };
};
