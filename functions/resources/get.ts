import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import {
  documentResponse,
  withHeaders,
  type HttpResponse,
} from '../../lib/http/responses/response.ts';
import { booleanWithDefault } from '../../lib/http/parameters/types/booleans.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import {
  noConditions,
  readConditions,
  validatorHeaders,
} from '../../lib/http/conditional/validators.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { NoOntology } from '../../lib/errors.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { joinFormatNames, resourceAndPageFormats } from '../../lib/http/negotiation/formats.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { resourcePageResponse } from '../../lib/pages/resources/resource-page-response.ts';
import { linkHeader } from '../../lib/http/responses/link-header.ts';
import {
  alternateRepresentationLinks,
  chooseShape,
  contentTypeWithProfile,
  toDetailOptions,
  profileParameter,
  withoutUnusedLanguages,
  serializerVersion,
  type Representation,
  type RepresentationForPrograms,
} from '../../lib/http/resources/representation.ts';
import { getCompiledGraph, listCachedPublications } from '../../lib/queries/graphs/graph-cache.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { pickText } from '../../lib/model/pick-language.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { parseTiles } from '../../lib/queries/resources/parse-tiles.ts';
import {
  findResourceDocument,
  type ResourceDocument,
  type ResourceHeader,
} from '../../lib/queries/resources/resource-document.ts';
import { writeBusinessData } from '../../lib/serializers/resources/business-data.ts';
import { rdfFormats } from '../../lib/serializers/rdf/rdf-formats.ts';
import { shapeBuilders } from '../../lib/serializers/resources/shape-builders.ts';
import { toResourceContent } from '../../lib/serializers/resources/resource-content.ts';
import { writeServiceJson } from '../../lib/serializers/resources/service-json.ts';
import type { Settings } from '../../lib/settings.ts';

/** GET /resources/{resource_instance_id} (specification). */
export const handler = createStreamingHandler(
  {
    id: 'get-resource',
    method: 'GET',
    path: '/resources/{resource_instance_id}',
    summary: 'One resource instance',
    access: 'secured',
    capability: 'show-pictures',
    timeout: 900,
    isStreamed: true,
    formats: resourceAndPageFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(resourceAndPageFormats, { json: 'business data', html: 'a page for people' })}.`,
      ),
      profile: profileParameter.describe(
        'The shape of the RDF formats: specification; or linked, with typed literals, and URIs for concepts and resource instances.',
      ),
      hidden: booleanWithDefault(true).describe(
        'true (default) leaves out nodegroups with a hidden card.',
      ),
      indent: indentParameter,
    }),
    requestHeaders: ['If-Modified-Since'],
    tooLargeHint:
      'Leave out indent and hidden=false, or read the values of some nodegroups through /geojson with resourceid and nodegroups.',
    responses: {
      200: {
        description: 'The resource instance.',
        body: 'resourceDocuments',
        headers: ['Last-Modified', 'Link'],
      },
      304: descriptions.notModified,
      400: 'A parameter is invalid, or the model has no ontology, which the RDF formats need.',
      404: descriptions.resourceNotFound,
      406: 'The operation does not have this format, or RDF/XML cannot express a property of the model.',
    },
    handle: async function handleGetResource(
      { parameters, path, caller, header, ...request },
      { read, settings },
    ) {
      const { baseUrl, language } = settings;
      const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
      const representation: Representation = {
        format: request.format,
        shape: chooseShape(parameters.profile, request.profiles),
        languages: request.languages,
      };
      // The entity tag of an HTML page is a hash of the page, so the query cannot compare the conditions with it.
      const conditions = request.format === 'html' ? noConditions : readConditions(header);
      const query = findResourceDocument(caller, resourceId, {
        omitsHidden: parameters.hidden,
        ...toDetailOptions(representation),
        representation: JSON.stringify([
          serializerVersion,
          baseUrl,
          language,
          withoutUnusedLanguages(representation),
          request.mediaType,
          parameters,
        ]),
        cachedPublications: listCachedPublications(),
        ifNoneMatch: conditions.tags,
        ifModifiedSince: conditions.since,
      });
      const resource = await read(query);
      const { header: resourceHeader } = resource;
      if (resourceHeader === undefined)
        throw notVisibleError(caller, resource.mayReadSomething, resourceInstanceNotFoundMessage);
      const { format, languages } = representation;
      if (format === 'html')
        return resourcePageResponse(
          resource,
          resourceHeader,
          { header, path, ...request },
          languages,
          settings,
        );
      const response: HttpResponse = resourceHeader.isNotModified
        ? { status: 304 }
        : documentResponse(
            contentTypeWithProfile(representation, request.mediaType),
            serializeResource(resource, resourceHeader, { ...representation, format }, settings),
          );
      return withHeaders(response, {
        ...validatorHeaders(
          resourceHeader.etag,
          resourceHeader.isLastModifiedFinal ? resourceHeader.lastModified : null,
        ),
        ...linkHeader(
          alternateRepresentationLinks(
            resourceUri(baseUrl, resourceId),
            resourceAndPageFormats,
            representation,
            parameters.hidden,
          ),
        ),
        ...(representation.format === 'service-json' ? { Vary: 'Accept-Language' } : {}),
      });
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);

/** Writes a resource instance in a format for programs. @throws NoOntology for an RDF format if the model has no ontology */
function serializeResource(
  resource: ResourceDocument,
  header: ResourceHeader,
  { format, shape, languages }: RepresentationForPrograms,
  { baseUrl, language }: Pick<Settings, 'baseUrl' | 'language'>,
): string {
  if (format === 'json') return writeBusinessData(header, resource.tiles);
  if (format === 'service-json') return writeServiceJson(header, resource.tiles, languages);
  const graph = getCompiledGraph(header.publicationId, resource.graph);
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, languages) ?? graph.graphId);
  const content = toResourceContent(resource, parseTiles(resource), {
    baseUrl,
    language,
    graph,
    resourceId: header.resourceId,
  });
  return rdfFormats[format].write(shapeBuilders[shape](content));
}
