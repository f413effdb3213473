import { run } from '../../lib/data-api/query.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcAnswer } from '../../lib/http/ogc/ogc-answer.ts';
import { unknownCollection } from '../../lib/http/ogc/unknown-collection.ts';
import { callerOf } from '../../lib/model/accounts/caller.ts';
import { readableCollections } from '../../lib/queries/ogc/collections.ts';
import { collectionDocument } from '../../lib/serializers/ogc/collection-document.ts';

/** GET /ogc/collections/{collectionId} (OGC API Features part 1, section 7.14). */
export const handler = endpoint({
  id: 'get-ogc-collection',
  method: 'GET',
  path: '/ogc/collections/{collectionId}',
  summary: 'What a layer is: its title, extent and coordinate systems',
  access: 'open',
  capability: 'statements',
  refusesUnknown: true,
  formats: ['json'],
  parameters: documentParameters,
  responses: {
    200: { meaning: 'The collection.', body: 'collectionBody', headers: ['Link'] },
    304: 'It is what the caller has already.',
    404: 'There is no active spatial view with this slug, or with it before the kind, whose geometries the caller may read.',
  },
  handle: async ({ parameters, path, principal, mediaType }, { data, settings }) => {
    const id = path.collectionId;
    const [found] = await run(data.read, readableCollections(callerOf(principal), id));
    if (found === undefined) throw unknownCollection();
    const document = collectionDocument(found, settings.baseUrl);
    return ogcAnswer(mediaType, JSON.stringify(document), document.links, parameters.indent);
  },
});
