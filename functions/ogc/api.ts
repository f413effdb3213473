import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { descriptionResponse } from '../../lib/http/description/description-response.ts';
import openApi from '../../lib/http/description/ogc.generated.json' with { type: 'json' };
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { apiPage } from '../../lib/pages/ogc/api-page.ts';
import { ogcPageResponse } from '../../lib/pages/ogc/ogc-page-response.ts';
import { listQueryableNames } from '../../lib/queries/ogc/queryable-names.ts';
import { describeCollections } from '../../lib/serializers/ogc/api-description.ts';
import { jsonType, openApiType } from '../../lib/serializers/ogc/link.ts';

/**
 * GET /ogc/api: the OpenAPI document that `npm run generate` writes from the operations below /ogc, with the collections that the caller may
 * read.
 */
export const handler = createDataHandler(
  {
    id: 'get-ogc-api',
    method: 'GET',
    path: '/ogc/api',
    summary: 'The description of OGC API Features, as an OpenAPI 3.0 document',
    access: 'optional-token',
    capability: 'read',
    refusesUnknownParameters: true,
    formats: ['openapi-json', 'html'],
    parameters: z.object({
      indent: indentParameter,
      format: formatParameter('json, or html for people.'),
    }),
    responses: {
      200: {
        description: 'The description.',
        body: { [openApiType]: 'openApiDescription', [jsonType]: 'openApiDescription' },
      },
      304: descriptions.notModified,
    },
    handle: async function handleGetOgcApi(request, { settings, read }) {
      const { parameters, mediaType, caller, format } = request;
      const { layers, pageReader } = await read(
        listQueryableNames(caller, format === 'html' ? 'page' : 'document'),
      );
      if (format === 'html') {
        return ogcPageResponse(
          (paths) => apiPage(openApi, layers, paths),
          request,
          pageReader,
          settings,
        );
      }
      return descriptionResponse(describeCollections(openApi, layers), {
        baseUrl: settings.baseUrl,
        instance: settings.instance,
        indent: parameters.indent,
        // The standard requires a version parameter, which negotiated media types do not have.
        mediaType: mediaType === jsonType ? jsonType : openApiType,
      });
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
