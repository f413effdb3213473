import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse, collectionNotFoundError } from '../../lib/http/ogc/ogc-response.ts';
import { listCollections } from '../../lib/queries/ogc/collections.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { collectionPage } from '../../lib/pages/ogc/collection-pages.ts';
import { ogcPageResponse } from '../../lib/pages/ogc/ogc-page-response.ts';
import { collectionDocument } from '../../lib/serializers/ogc/collection-document.ts';

/** GET /ogc/collections/{collectionId} (OGC API Features part 1, section 7.14). */
export const handler = createDataHandler(
  {
    id: 'get-ogc-collection',
    method: 'GET',
    path: '/ogc/collections/{collectionId}',
    summary: 'The description of a layer: title, extent and coordinate systems',
    access: 'optional-token',
    capability: 'read',
    refusesUnknownParameters: true,
    formats: ['json', 'html'],
    parameters: documentParameters,
    responses: {
      200: { description: 'The collection.', body: 'collectionBody', headers: ['Link'] },
      304: descriptions.notModified,
      404: descriptions.collectionNotFound,
    },
    handle: async function handleGetOgcCollection(request, { read, settings }) {
      const { parameters, path, caller, mediaType, format } = request;
      const isHtml = format === 'html';
      const { collections, pageReader } = await read(
        listCollections(caller, path.collectionId, isHtml ? 'page' : 'document'),
      );
      const [collection] = collections;
      if (collection === undefined) throw collectionNotFoundError();
      const document = collectionDocument(collection, settings.baseUrl);
      if (isHtml)
        return ogcPageResponse(
          (paths) => collectionPage(document, paths),
          request,
          pageReader,
          settings,
        );
      return ogcResponse(mediaType, JSON.stringify(document), document.links, parameters.indent);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
