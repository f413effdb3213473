import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { collectionNotFoundError, ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import * as z from 'zod';
import { findQueryableLayer } from '../../lib/queries/ogc/queryable-layer.ts';
import { findCollectionConcepts } from '../../lib/queries/questions/filter-fields.ts';
import { collectionUri, jsonType } from '../../lib/serializers/ogc/link.ts';
import {
  collectionOf,
  maxListedValues,
  queryablesDocument,
} from '../../lib/serializers/ogc/queryables-document.ts';

/** GET /ogc/collections/{collectionId}/queryables (OGC API Features part 3, section 6.2). */
export const handler = createDataHandler({
  id: 'get-ogc-queryables',
  method: 'GET',
  path: '/ogc/collections/{collectionId}/queryables',
  summary: 'The properties by which the features of a layer can be filtered',
  access: 'optional-token',
  capability: 'read',
  refusesUnknownParameters: true,
  formats: ['schema-json'],
  parameters: z.object({ indent: indentParameter, format: formatParameter('json.') }),
  responses: {
    200: { description: 'A JSON schema.', body: 'queryablesBody', headers: ['Link'] },
    304: descriptions.notModified,
    404: descriptions.collectionNotFound,
  },
  handle: async function handleGetOgcQueryables(request, { read, settings }) {
    const { parameters, path, caller, mediaType } = request;
    const layer = await read(findQueryableLayer(caller, path.collectionId));
    if (layer === undefined) throw collectionNotFoundError();
    const collections = [...new Set(layer.columns.flatMap((column) => collectionOf(column) ?? []))];
    const concepts =
      collections.length === 0
        ? []
        : await read(findCollectionConcepts(caller, collections, maxListedValues));
    const document = queryablesDocument(
      path.collectionId,
      layer,
      (collectionId) =>
        concepts
          .filter((concept) => concept.collectionId === collectionId)
          .map(({ labels }) => labels),
      settings,
    );
    const href = collectionUri(settings.baseUrl, path.collectionId);
    const links = [
      { href: document.$id, rel: 'self', type: mediaType },
      { href, rel: 'collection', type: jsonType },
    ];
    return ogcResponse(mediaType, JSON.stringify(document), links, parameters.indent);
  },
});
