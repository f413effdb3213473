import { getConcept } from '../../lib/http/concepts/get-concept.ts';
import { conceptParameters } from '../../lib/http/concepts/concept-parameters.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { conceptFormats } from '../../lib/http/negotiation/formats.ts';

/** GET /rdm/concepts/{concept_instance_id} (specification): one concept of the thesaurus. */
export const handler = createStreamingHandler({
  id: 'get-concept',
  method: 'GET',
  path: '/rdm/concepts/{concept_instance_id}',
  summary: 'One concept of the thesaurus with its sub, parent and related concepts',
  access: 'secured',
  capability: 'statements',
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
    304: 'It is what the caller has already.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation, or RDF/XML has no name for a type of its values.',
    413: 'There is more around it than can be sent; the problem names parameters that make it small enough.',
  },
  handle: getConcept,
});
