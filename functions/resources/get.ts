import * as z from 'zod';

import {
  documentResponse,
  withHeaders,
  type HttpResponse,
} from '../../lib/http/responses/response.ts';
import { format, indent, booleanWithDefault } from '../../lib/http/parameters/parameter-types.ts';
import { readConditions, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { NoOntology } from '../../lib/errors.ts';
import { uuidOrNil, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { joinFormatNames, resourceFormats } from '../../lib/http/negotiation/formats.ts';
import {
  alternateRepresentationLinks,
  chooseShape,
  contentTypeWithProfile,
  requiredDetail,
  profileParameter,
  withoutUnusedLanguages,
  serializerVersion,
  type Representation,
} from '../../lib/http/resources/representation.ts';
import { cachedGraph, cachedPublications } from '../../lib/queries/graphs/graph-cache.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { buildResourceTree } from '../../lib/model/resources/resource-tree.ts';
import { pickText } from '../../lib/model/pick-language.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { parseTiles } from '../../lib/queries/resources/parse-tiles.ts';
import {
  findResourceDocument,
  type ResourceDocument,
  type ResourceHeader,
} from '../../lib/queries/resources/resource-document.ts';
import { writeBusinessData } from '../../lib/serializers/resources/business-data.ts';
import { writeResource } from '../../lib/serializers/resources/write-resource.ts';
import { createReferenceLookup } from '../../lib/serializers/resources/reference-lookup.ts';
import { writeServiceJson } from '../../lib/serializers/resources/service-json.ts';

const unknown = 'There is no resource instance with this id that you may see.';

/** GET /resources/{resource_instance_id} (specification): one resource instance in the format asked for. */
export const handler = createStreamingHandler({
  id: 'get-resource',
  method: 'GET',
  path: '/resources/{resource_instance_id}',
  summary: 'One resource instance',
  access: 'secured',
  capability: 'statements',
  timeout: 900,
  isStreamed: true,
  formats: resourceFormats,
  parameters: z.object({
    format: format(
      `The serialisation: ${joinFormatNames(resourceFormats, { json: 'business data' })}.`,
    ),
    profile: profileParameter.describe(
      'The shape of the RDF formats: specification, or linked, with literals of their types, concepts and resource instances as URIs.',
    ),
    hidden: booleanWithDefault(true).describe('true leaves out nodegroups whose card is hidden.'),
    indent,
  }),
  sentHeaders: ['If-Modified-Since'],
  whenTooLarge:
    'Leave out indent and hidden=false, or read the values of some nodegroups through /geojson with resourceid and nodegroups.',
  responses: {
    200: {
      meaning: 'The resource instance.',
      body: 'resourceForms',
      headers: ['Last-Modified', 'Link'],
    },
    304: 'It is what the caller has already.',
    400: 'A parameter breaks its rule, or the model has no ontology, which the RDF formats need.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation, or RDF/XML has no name for a property of the model.',
  },
  handle: async ({ parameters, path, caller, header, ...request }, { read, settings }) => {
    const { baseUrl, language } = settings;
    const resourceId = parseResourceId(uuidOrNil(path.resource_instance_id));
    const form: Representation = {
      format: request.format,
      shape: chooseShape(parameters.profile, request.profiles),
      languages: [...request.languages, language],
    };
    const known = readConditions(header);
    const query = findResourceDocument(caller, resourceId, {
      omitsHidden: parameters.hidden,
      ...requiredDetail(form),
      representation: JSON.stringify([
        serializerVersion,
        baseUrl,
        withoutUnusedLanguages(form),
        request.mediaType,
        parameters,
      ]),
      cachedPublications: cachedPublications(),
      ifNoneMatch: known.tags,
      ifModifiedSince: known.since,
    });
    const { header: stored, ...resource } = await read(query);
    if (stored === undefined) throw notVisibleError(caller, resource.mayReadAnything, unknown);
    const answer: HttpResponse = stored.isNotModified
      ? { status: 304 }
      : documentResponse(
          contentTypeWithProfile(form, request.mediaType),
          write(resource, stored, form, baseUrl),
        );
    return withHeaders(answer, {
      ...validatorHeaders(stored.etag, stored.isLastModifiedFinal ? stored.lastModified : null),
      Link: alternateRepresentationLinks(
        resourceUri(baseUrl, resourceId),
        resourceFormats,
        form,
        parameters.hidden,
      ),
      ...(form.format === 'service-json' ? { Vary: 'Accept-Language' } : {}),
    });
  },
});

/** @throws NoOntology */
function write(
  resource: Omit<ResourceDocument, 'header'>,
  header: ResourceHeader,
  { format, shape, languages }: Representation,
  baseUrl: string,
): string {
  if (format === 'json') return writeBusinessData(header, resource.tiles);
  if (format === 'service-json') return writeServiceJson(header, resource.tiles, languages);
  const graph = cachedGraph(header.publicationId, resource.graph);
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, languages) ?? graph.graphId);
  const content = {
    baseUrl,
    graph,
    resourceId: header.resourceId,
    root: buildResourceTree(graph, parseTiles(resource)),
    referenced: createReferenceLookup(resource, baseUrl),
  };
  return writeResource(content, shape, format);
}
