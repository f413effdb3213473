import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { listCollections } from '../../lib/queries/ogc/collections.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { collectionListPage } from '../../lib/pages/ogc/collection-pages.ts';
import { ogcPageResponse } from '../../lib/pages/ogc/ogc-page-response.ts';
import { collectionsDocument } from '../../lib/serializers/ogc/collection-document.ts';

/** GET /ogc/collections (OGC API Features part 1, section 7.13). */
export const handler = createDataHandler(
  {
    id: 'list-ogc-collections',
    method: 'GET',
    path: '/ogc/collections',
    summary: 'The layers that the caller may read',
    access: 'optional-token',
    capability: 'read',
    refusesUnknownParameters: true,
    formats: ['json', 'html'],
    parameters: documentParameters,
    responses: {
      200: {
        description:
          'A collection for each active spatial view, and for each resource model, whose geometries the caller may read. If one has points, lines and areas, also one for each of these types.',
        body: 'collectionsBody',
        headers: ['Link'],
      },
      304: descriptions.notModified,
    },
    handle: async function handleListOgcCollections(request, { read, settings }) {
      const { parameters, caller, mediaType, format } = request;
      const isHtml = format === 'html';
      const { collections, pageReader } = await read(
        listCollections(caller, null, isHtml ? 'page' : 'document'),
      );
      const document = collectionsDocument(collections, settings.baseUrl);
      if (isHtml)
        return ogcPageResponse(
          (paths) => collectionListPage(document.collections, paths),
          request,
          pageReader,
          settings,
        );
      return ogcResponse(mediaType, JSON.stringify(document), document.links, parameters.indent);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
