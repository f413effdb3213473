import { isRdfFormatName } from '../../rdf/formats.ts';
import {
  ldpContainerDocument,
  ldpContainerNode,
  ldpTypes,
} from '../../serializers/ldp/ldp-container.ts';
import { rdfFormats } from '../../serializers/rdf/rdf-formats.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import type { FormatName } from '../negotiation/formats.ts';
import { linkHeader } from '../responses/link-header.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';

export type ContainerRequest = {
  readonly format: FormatName;
  readonly mediaType: string;
  readonly parameters: { readonly indent?: number | undefined };
};

/**
 * Makes the response with a page of ids as a Linked Data container (specification, "GET /resources/").
 * @param uri of the container
 * @param ids of resource instances, in the order of the page
 * @param links to other pages, for the header `Link`
 */
export function resourceContainerResponse(
  uri: string,
  ids: readonly string[],
  links: readonly string[],
  { format, mediaType, parameters }: ContainerRequest,
): HttpResponse {
  const memberUris = ids.map((id) => `${uri}${id}`);
  const body =
    isRdfFormatName(format) && format !== 'json-ld'
      ? rdfFormats[format].write(ldpContainerNode(uri, memberUris))
      : JSON.stringify(ldpContainerDocument(memberUris));
  return withHeaders(documentResponse(mediaType, body), {
    ...linkHeader([...ldpTypes.map((type) => `<${type}>; rel="type"`), ...links]),
    ...validatorHeaders(contentTag(mediaType, parameters.indent, body), null),
  });
}
