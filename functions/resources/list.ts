import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { cursorParameter, encodeCursor } from '../../lib/http/parameters/cursor.ts';
import {
  indentParameter,
  limitParameter,
  pageParameter,
} from '../../lib/http/parameters/types/numbers.ts';
import {
  formatParameter,
  textParameter,
  uuidParameter,
} from '../../lib/http/parameters/types/texts.ts';
import { dataPageError } from '../../lib/pages/data-page-error.ts';
import {
  defaultPageLength,
  resourceListResponse,
} from '../../lib/pages/resources/resource-list-response.ts';
import { pageOffset } from '../../lib/queries/page-offset.ts';
import { findResourceListPage } from '../../lib/queries/resources/resource-list-page.ts';
import { linkHeader } from '../../lib/http/responses/link-header.ts';
import { pageLink, type LinkQuery } from '../../lib/http/responses/page-response.ts';
import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import {
  containerFormats,
  joinFormatNames,
  type FormatName,
} from '../../lib/http/negotiation/formats.ts';
import { InvalidInput } from '../../lib/errors.ts';
import { isUuid, parseResourceId } from '../../lib/model/ids.ts';
import { listResources, type ListPosition } from '../../lib/queries/resources/list-resources.ts';
import {
  ldpContainerDocument,
  ldpContainerNode,
  ldpTypes,
} from '../../lib/serializers/ldp/ldp-container.ts';
import { rdfFormats } from '../../lib/serializers/rdf/rdf-formats.ts';
import { isRdfFormat } from '../../lib/rdf/formats.ts';
import { resourceArrayResponse } from '../../lib/http/resources/resource-array.ts';

/** The default limits. Complete resource instances are much larger than ids. */
const defaultLimits = { ids: 500, resources: 100 };

const resourceCursor = cursorParameter
  .refine((id) => id === undefined || isUuid(id), 'is not a cursor from this service.')
  .transform((id) => (id === undefined ? undefined : parseResourceId(id)));

/** GET /resources/ (specification): the visible resource instances, page by page. */
export const handler = createStreamingHandler(
  {
    id: 'list-resources',
    method: 'GET',
    path: '/resources',
    summary: 'The resource instances that the caller may see, as a Linked Data container',
    access: 'open',
    capability: 'read',
    timeout: 900,
    isStreamed: true,
    formats: containerFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(containerFormats, { json: 'the container of the specification', 'json-ld': 'the same', 'service-json': 'or arches-json: an array of whole resource instances of one model', html: 'a page for people' })}.`,
      ),
      page: pageParameter.describe('The page of results, from 1.'),
      limit: limitParameter(1000).describe(
        'Items per page, 1 to 1000; default 500 ids or 100 whole resource instances.',
      ),
      cursor: resourceCursor.describe(
        `${descriptions.cursorInLink} Unlike page, it is equally fast for all pages.`,
      ),
      graph: textParameter.describe('Only resource instances of this model: its id or slug.'),
      graph_uuid: uuidParameter.describe(
        'The id of the model, for clients of Arches. It takes precedence over graph.',
      ),
      indent: indentParameter,
    }),
    responses: {
      200: {
        description: 'One page of ids, or of whole resource instances.',
        body: {
          'application/json': 'resourceList',
          'application/ld+json': 'resourceContainer',
        },
        headers: ['Link'],
      },
      304: descriptions.notModified,
    },
    handle: async (request, context) => {
      const { parameters, caller, format, mediaType, languages } = request;
      const { data, read, settings } = context;
      const isResourceArray = format === 'service-json';
      const graph = parameters.graph_uuid ?? parameters.graph;
      if (isResourceArray && graph === undefined) throw missingGraphError();
      const pageLimit = parameters.limit ?? defaultLimits[isResourceArray ? 'resources' : 'ids'];
      if (format === 'html') {
        const length = parameters.limit ?? defaultPageLength;
        const after = parameters.cursor ?? null;
        const skipped = after === null ? pageOffset(parameters.page ?? 1, length) : 0n;
        const range = { after, skipped, length: length + 1 };
        const listPage = await read(findResourceListPage(caller, graph, range));
        if (graph !== undefined && !listPage.mayReadGraph) throw unknownGraphError(parameters);
        const readerLanguages = [...languages, settings.language];
        const view = {
          graph,
          isFirstPage: after === null && skipped === 0n,
          languages: readerLanguages,
        };
        return resourceListResponse(listPage, length, view, request);
      }
      const position: ListPosition =
        parameters.cursor === undefined
          ? { kind: 'page', page: parameters.page ?? 1 }
          : { kind: 'cursor', after: parameters.cursor };
      const query = listResources(caller, graph, position, pageLimit);
      const { mayReadGraph, ids: idsAndNext } = await read(query);
      if (idsAndNext.length === 0 && graph !== undefined && !mayReadGraph) {
        throw unknownGraphError(parameters);
      }
      const ids = idsAndNext.slice(0, pageLimit);
      const filter = {
        limit: parameters.limit,
        graph: parameters.graph_uuid === undefined ? parameters.graph : undefined,
        graph_uuid: parameters.graph_uuid,
        ...(format === 'json' ? {} : { format }),
      };
      const lastId = idsAndNext.length > pageLimit ? ids.at(-1) : undefined;
      const uri = `${settings.baseUrl}/resources/`;
      const links = pageLinks(
        uri,
        filter,
        position.kind === 'page' ? parameters.page : undefined,
        lastId,
      );
      if (isResourceArray) {
        const reader = { caller, languages: [...languages, settings.language] };
        return withHeaders(resourceArrayResponse(data, ids, reader), linkHeader(links));
      }
      const body = writeContainer(
        format,
        uri,
        ids.map((id) => `${settings.baseUrl}/resources/${id}`),
      );
      return withHeaders(documentResponse(mediaType, body), {
        ...linkHeader([...ldpTypes.map((type) => `<${type}>; rel="type"`), ...links]),
        ...validatorHeaders(contentTag(mediaType, parameters.indent, body), null),
      });
    },
  },
  { pageError: dataPageError },
);

function unknownGraphError(parameters: {
  readonly graph?: string | undefined;
  readonly graph_uuid?: string | undefined;
}): InvalidInput {
  const name = parameters.graph_uuid === undefined ? 'graph' : 'graph_uuid';
  const detail = `${name}: ${JSON.stringify(parameters[name])} is neither the id nor the slug of a graph that you may read.`;
  return new InvalidInput([{ in: 'parameters', pointer: `/${name}`, code: 'invalid', detail }]);
}

function missingGraphError(): InvalidInput {
  const detail =
    'graph_uuid: format=arches-json and service-json list the resource instances of one resource model, so its id is required. Leave out format to list all ids.';
  return new InvalidInput([{ in: 'parameters', pointer: '/graph_uuid', code: 'missing', detail }]);
}

function writeContainer(format: FormatName, uri: string, memberUris: readonly string[]): string {
  return isRdfFormat(format) && format !== 'json-ld'
    ? rdfFormats[format].write(ldpContainerNode(uri, memberUris))
    : JSON.stringify(ldpContainerDocument(memberUris));
}

/**
 * Links to the neighbouring pages (RFC 8288): by page number if the request has one, otherwise by cursor.
 * @param filter the parameters that the links repeat
 * @param page the requested page number
 * @param lastId the last id of the page, if another page follows
 */
function pageLinks(
  uri: string,
  filter: LinkQuery,
  page: number | undefined,
  lastId: string | undefined,
): readonly string[] {
  const links = [pageLink(uri, 'first', filter)];
  if (page !== undefined && page > 1) {
    links.push(pageLink(uri, 'prev', { page: String(page - 1), ...filter }));
  }
  if (lastId === undefined) return links;
  const next = page === undefined ? { cursor: encodeCursor(lastId) } : { page: String(page + 1) };
  return [...links, pageLink(uri, 'next', { ...next, ...filter })];
}
