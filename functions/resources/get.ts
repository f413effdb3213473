import * as z from 'zod';

import { document, withHeaders, type Answer } from '../../lib/http/answers/answer.ts';
import { format, indent, trueOrFalse } from '../../lib/http/parameters/parameter-types.ts';
import { knownOf, validators } from '../../lib/http/conditional/conditional.ts';
import { streamedEndpoint } from '../../lib/http/streaming/streamed-endpoint.ts';
import { NoOntology } from '../../lib/errors.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import { listed, resourceFormats } from '../../lib/http/negotiation/formats.ts';
import {
  alternateLinks,
  chosenShape,
  contentTypeOf,
  detailFor,
  profile,
  whatShows,
  writersVersion,
  type ResourceForm,
} from '../../lib/http/resources/resource-form.ts';
import { cachedGraph, cachedPublications } from '../../lib/queries/graphs/graph-cache.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceTree } from '../../lib/model/resources/resource-tree.ts';
import { pickText } from '../../lib/model/pick-language.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { parsedTiles } from '../../lib/queries/resources/parsed-tiles.ts';
import {
  resourceDocument,
  type ResourceDocument,
  type ResourceHeader,
} from '../../lib/queries/resources/resource-document.ts';
import { businessData } from '../../lib/serializers/resources/business-data.ts';
import { writeResource } from '../../lib/serializers/resources/resource-forms.ts';
import { referencedIn } from '../../lib/serializers/resources/referenced.ts';
import { serviceJson } from '../../lib/serializers/resources/service-json.ts';

const unknown = 'There is no resource instance with this id that you may see.';

/** GET /resources/{resource_instance_id} (specification): one resource instance in the format asked for. */
export const handler = streamedEndpoint({
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
    format: format(`The serialisation: ${listed(resourceFormats, { json: 'business data' })}.`),
    profile: profile.describe(
      'The shape of the RDF formats: specification, or linked, with literals of their types, concepts and resource instances as URIs.',
    ),
    hidden: trueOrFalse(true).describe('true leaves out nodegroups whose card is hidden.'),
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
    const resourceId = parseResourceId(idOrNil(path.resource_instance_id));
    const form: ResourceForm = {
      format: request.format,
      shape: chosenShape(parameters.profile, request.profiles),
      languages: [...request.languages, language],
    };
    const known = knownOf(header);
    const query = resourceDocument(caller, resourceId, {
      leaveOutHidden: parameters.hidden,
      ...detailFor(form),
      representation: JSON.stringify([
        writersVersion,
        baseUrl,
        whatShows(form),
        request.mediaType,
        parameters,
      ]),
      cachedPublications: cachedPublications(),
      knownTags: known.tags,
      modifiedSince: known.since,
    });
    const { header: stored, ...resource } = await read(query);
    if (stored === undefined) throw notVisible(caller, resource.mayReadAnything, unknown);
    const answer: Answer = stored.isKnown
      ? { status: 304 }
      : document(contentTypeOf(form, request.mediaType), write(resource, stored, form, baseUrl));
    return withHeaders(answer, {
      ...validators(stored.etag, stored.isSettled ? stored.changedSecond : null),
      Link: alternateLinks(
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
  { format, shape, languages }: ResourceForm,
  baseUrl: string,
): string {
  if (format === 'json') return businessData(header, resource.tiles);
  if (format === 'service-json') return serviceJson(header, resource.tiles, languages);
  const graph = cachedGraph(header.publicationId, resource.graph);
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, languages) ?? graph.graphId);
  const content = {
    baseUrl,
    graph,
    resourceId: header.resourceId,
    root: resourceTree(graph, parsedTiles(resource)),
    referenced: referencedIn(resource, baseUrl),
  };
  return writeResource(content, shape, format);
}
