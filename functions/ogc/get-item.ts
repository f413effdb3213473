import * as descriptions from '../../lib/http/description/descriptions.ts';
import { defaultFeatureQuery } from '../../lib/model/geojson/feature-query.ts';
import { openFeatures } from '../../lib/geojson/read-features.ts';
import { NotFound } from '../../lib/errors.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { contentCrsHeader, requireLayer } from '../../lib/http/ogc/list-items.ts';
import { itemParameters } from '../../lib/http/ogc/item-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { isGid } from '../../lib/model/geojson/gid.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { itemPageResponse } from '../../lib/pages/ogc/item-page-response.ts';
import { itemDocument } from '../../lib/serializers/ogc/item-document.ts';

/** GET /ogc/collections/{collectionId}/items/{featureId} (OGC API Features part 1, section 7.16; part 2). */
export const handler = createStreamingHandler(
  {
    id: 'get-ogc-item',
    method: 'GET',
    path: '/ogc/collections/{collectionId}/items/{featureId}',
    summary: 'One feature of a layer',
    access: 'optional-token',
    capability: 'read',
    isStreamed: true,
    refusesUnknownParameters: true,
    formats: ['geo-json', 'html'],
    parameters: itemParameters,
    tooLargeHint: 'This feature is too large to be sent.',
    responses: {
      200: { description: 'The feature.', body: 'itemBody', headers: ['Link', 'Content-Crs'] },
      304: descriptions.notModified,
      404: 'There is no such collection that the caller may read, or no such feature in it.',
    },
    handle: async function handleGetOgcItem(request, { dataApi, settings }) {
      const { parameters, path, caller, mediaType, format } = request;
      const { crs, properties = null, indent } = parameters;
      const layer = path.collectionId;
      // 0 stands for an invalid id, because no feature has the number 0.
      const gid = isGid(path.featureId) ? Number(path.featureId) : 0;
      const languages = [settings.language];
      const isForPage = format === 'html';
      const query = {
        ...defaultFeatureQuery,
        layer,
        gid,
        languages,
        crs,
        properties,
        includePrimaryName: isForPage,
      };
      const openedFeatures = await openFeatures(
        { dataApi, caller, query, baseUrl: settings.baseUrl, isForPage },
        { kind: 'cursor', after: null, limit: 1 },
      );
      const { dates } = requireLayer(openedFeatures, parameters.properties);
      const [feature] = openedFeatures.firstChunk.features;
      if (feature === undefined) {
        throw new NotFound('There is no feature with this id in the collection that you may read.');
      }
      if (isForPage)
        return itemPageResponse({ feature, dates }, request, openedFeatures.pageReader, settings);
      const { body, links } = itemDocument(feature, {
        collectionId: layer,
        gid,
        baseUrl: settings.baseUrl,
      });
      return withHeaders(ogcResponse(mediaType, body, links, indent), contentCrsHeader(crs));
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
