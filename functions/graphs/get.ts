import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { alternateFormatLinks } from '../../lib/http/responses/alternate-links.ts';
import { linkHeader } from '../../lib/http/responses/link-header.ts';
import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { booleanWithDefault } from '../../lib/http/parameters/types/booleans.ts';
import { nameListParameter } from '../../lib/http/parameters/types/lists.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { graphFormats, joinFormatNames } from '../../lib/http/negotiation/formats.ts';
import { findGraph, type StoredGraph } from '../../lib/queries/graphs/graphs.ts';
import {
  graphDocument,
  type GraphDocumentOptions,
} from '../../lib/serializers/graphs/graph-document.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { graphPageResponse } from '../../lib/pages/graphs/graph-page-response.ts';
import { graphFileDocument } from '../../lib/serializers/graphs/graph-file.ts';

const graphNotFoundMessage = 'There is no resource model with this id or slug that you may see.';

/** GET /graphs/{graph_id_or_slug} (existing clients). */
export const handler = createStreamingHandler(
  {
    id: 'get-graph',
    method: 'GET',
    path: '/graphs/{graph_id_or_slug}',
    summary: 'One resource model, as far as the caller may read it',
    access: 'secured',
    capability: 'read',
    timeout: 900,
    isStreamed: true,
    ignoresUnknownAccept: true,
    formats: graphFormats,
    parameters: z.object({
      format: formatParameter(
        `The serialisation: ${joinFormatNames(graphFormats, { 'localized-json': 'each text in the language of Accept-Language', json: 'each text in every language', 'service-json': 'a graph file', html: 'a page for people' })}.`,
      ),
      cards: booleanWithDefault(true).describe(
        'false leaves out cards, their widgets and the datatypes.',
      ),
      exclude: nameListParameter.describe(
        'Parts of the response or of the graph to leave out: names separated by commas.',
      ),
      indent: indentParameter,
    }),
    tooLargeHint: 'Leave out indent, and parts with cards=false or exclude.',
    responses: {
      200: {
        description: 'The resource model: datatypes, cards, graph and cardwidgets.',
        body: 'graphDocuments',
        headers: ['Link'],
      },
      304: descriptions.notModified,
      404: 'There is no resource model with this id or slug that the caller may read.',
    },
    handle: async function handleGetGraph(request, { read, settings }) {
      const { parameters, path, caller, format, mediaType } = request;
      const query = findGraph(caller, path.graph_id_or_slug, format === 'html');
      const { mayReadSomething, graph, pageReader } = await read(query);
      if (graph === undefined)
        throw notVisibleError(caller, mayReadSomething, graphNotFoundMessage);
      const { cards: withCards, exclude } = parameters;
      const { baseUrl, language } = settings;
      if (format === 'html') return graphPageResponse(graph, pageReader, request, settings);
      const content = serializeGraph(graph, format, {
        withCards,
        exclude,
        language,
        readerLanguages: request.languages,
      });
      const linkParameters = { cards: withCards, exclude: exclude.join(',') || undefined };
      return withHeaders(documentResponse(mediaType, JSON.stringify(content)), {
        ...linkHeader(
          alternateFormatLinks(
            `${baseUrl}/graphs/${graph.graphId}`,
            graphFormats,
            format,
            linkParameters,
          ),
        ),
        ...(format === 'json' ? {} : { Vary: 'Accept-Language' }),
      });
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);

function serializeGraph(
  graph: StoredGraph,
  format: Exclude<(typeof graphFormats)[number], 'html'>,
  { readerLanguages, ...parts }: Required<GraphDocumentOptions>,
) {
  if (format === 'service-json') return graphFileDocument(graph, { ...parts, readerLanguages });
  return graphDocument(graph, format === 'json' ? parts : { ...parts, readerLanguages });
}
