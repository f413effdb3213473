import * as descriptions from '../../lib/http/description/descriptions.ts';
import { getConcept } from '../../lib/http/concepts/get-concept.ts';
import { conceptParameters } from '../../lib/http/concepts/concept-parameters.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { conceptPageResponse } from '../../lib/pages/concepts/concept-page-response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { conceptFormats } from '../../lib/http/negotiation/formats.ts';

/** GET /rdm/concepts/{concept_instance_id} (specification): one concept of the thesaurus. */
export const handler = createStreamingHandler(
  {
    id: 'get-concept',
    method: 'GET',
    path: '/rdm/concepts/{concept_instance_id}',
    summary: 'One concept of the thesaurus with its sub, parent and related concepts',
    access: 'secured',
    capability: 'read',
    timeout: 900,
    isStreamed: true,
    formats: conceptFormats,
    parameters: conceptParameters,
    responses: {
      200: {
        description: 'The concept.',
        body: { 'application/ld+json': 'jsonLdNode', 'application/json': 'conceptDocument' },
        headers: ['Last-Modified', 'Link'],
      },
      304: descriptions.notModified,
      404: 'There is no concept with this id that the caller may see.',
      406: 'The operation does not have this format, or RDF/XML cannot express a type of its values.',
      413: 'The document is too large; the problem names parameters that make it small enough.',
    },
    handle: async function handleGetConcept(request, context) {
      const { format } = request;
      return format === 'html'
        ? conceptPageResponse(request, context)
        : getConcept({ ...request, format }, context);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
