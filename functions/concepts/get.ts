import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { document, withHeaders, type Answer } from '../../lib/http/answers/answer.ts';
import { knownOf, validators } from '../../lib/http/conditional/conditional.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { askedId, notVisible } from '../../lib/http/errors/not-visible.ts';
import {
  conceptFormats,
  formats,
  listed,
  type FormatName,
} from '../../lib/http/negotiation/formats.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  indent,
  language,
  trueOrFalse,
  wholeNumber,
} from '../../lib/http/parameters/parameter-types.ts';
import { callerOf } from '../../lib/model/accounts/caller.ts';
import { parseConceptId } from '../../lib/model/ids.ts';
import type { WantedRelatives } from '../../lib/queries/concepts/concepts.ts';
import { readConcepts } from '../../lib/queries/concepts/read-concepts.ts';
import { conceptGraph, type ConceptGraph } from '../../lib/serializers/concepts/concept-graph.ts';
import { conceptNodes } from '../../lib/serializers/concepts/concept-rdf.ts';
import {
  conceptDocument,
  ConceptTooLarge,
  mostConcepts,
  type ConceptOptions,
} from '../../lib/serializers/concepts/concept.ts';
import { isRdfFormat, rdfFormats } from '../../lib/serializers/rdf/rdf-formats.ts';
import { graphText } from '../../lib/serializers/rdf/write-graph.ts';
import { conceptDocument as conceptDocumentSchema } from '../../lib/http/schemas/concepts.ts';
import { jsonLdNode } from '../../lib/http/schemas/resources.ts';

const operation = {
  id: 'get-concept',
  method: 'GET',
  path: '/rdm/concepts/{concept_instance_id}',
  summary: 'One concept of the thesaurus with its sub, parent and related concepts',
  access: 'secured',
  capability: 'read',
  formats: conceptFormats,
  parameters: {
    format: `The serialisation: ${listed(conceptFormats, { 'json-ld': 'SKOS', json: 'the concept object of the specification' })}.`,
    includesubconcepts: 'false leaves out sub concepts.',
    includeparentconcepts: 'false leaves out parent concepts.',
    includerelatedconcepts: 'false leaves out related concepts.',
    depthlimit: 'How many layers of sub concepts; all of them by default.',
    lang: 'The language whose labels order the concepts.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge:
    'Ask for fewer layers with depthlimit, or leave relatives out with includesubconcepts=false, includeparentconcepts=false or includerelatedconcepts=false.',
  responses: {
    200: {
      meaning: 'The concept.',
      body: { 'application/ld+json': jsonLdNode, 'application/json': conceptDocumentSchema },
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
    400: 'A parameter breaks its rule.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation, or RDF/XML has no name for a type of its values.',
    413: 'There are too many concepts around it for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no concept with this id that you may see.';

/** Part of every entity tag: a change of what is written of the same data, in any form, gives it the next number. */
const writersVersion = 1;

/**
 * GET /rdm/concepts/{concept_instance_id} (specification): one concept of the thesaurus.
 * The thesaurus is visible as a whole or not at all. To whom it is not, every id answers alike, known or unknown: 401
 * without a token, 404 with one (not visible and unknown look the same, and 403 is for what the caller may see).
 */
export const handler = endpoint({
  operation,
  parameters: z.object({
    includesubconcepts: trueOrFalse(true),
    includeparentconcepts: trueOrFalse(true),
    includerelatedconcepts: trueOrFalse(true),
    depthlimit: wholeNumber(0).optional(),
    lang: language,
    indent,
  }),
  handle: async ({ parameters, path, principal, header, ...asked }, { data, settings }) => {
    const { format, mediaType } = asked;
    const { baseUrl, language: defaultLanguage } = settings;
    const conceptId = parseConceptId(askedId(path.concept_instance_id));
    const relatives: WantedRelatives = {
      includeSubConcepts: parameters.includesubconcepts,
      includeParentConcepts: parameters.includeparentconcepts,
      includeRelatedConcepts: parameters.includerelatedconcepts,
      depthLimit: parameters.depthlimit,
    };
    const known = knownOf(header);
    const representation = [
      writersVersion,
      baseUrl,
      defaultLanguage,
      mediaType,
      format,
      parameters,
    ];
    const wanted = {
      ...relatives,
      showsStatements: isRdfFormat(format),
      most: mostConcepts,
      representation: JSON.stringify(representation),
      knownTags: known.tags,
      modifiedSince: known.since,
    };
    const found = await readConcepts(data.read, callerOf(principal), conceptId, wanted);
    const { mayRead, isKnown, isTooLarge, concepts, members, etag, changedSecond, isSettled } =
      found;
    if (!mayRead) throw notVisible(principal, false, unknown);
    if (isTooLarge) throw new ConceptTooLarge();
    const text = isKnown
      ? undefined
      : write(conceptGraph(concepts), conceptId, members, format, {
          ...relatives,
          baseUrl,
          language: parameters.lang ?? defaultLanguage,
          defaultLanguage,
        });
    const answer: Answer = text === undefined ? { status: 304 } : document(mediaType, text);
    return withHeaders(answer, {
      ...validators(etag, isSettled ? changedSecond : null),
      Link: alternateLinks(`${baseUrl}/rdm/concepts/${conceptId}`, format, parameters),
    });
  },
});

/** @throws NotFound where the graph has no such concept */
function write(
  graph: ConceptGraph,
  id: string,
  members: readonly string[],
  format: FormatName,
  options: ConceptOptions,
): string {
  if (!graph.has(id)) throw new NotFound(unknown);
  return isRdfFormat(format)
    ? graphText(rdfFormats[format], conceptNodes(graph, id, members, options))
    : JSON.stringify(conceptDocument(graph, id, options));
}

/** The other forms of the same, as the header `Link` names them (RFC 8288). @param parameters what the links keep of the request */
function alternateLinks(
  uri: string,
  present: FormatName,
  parameters: Readonly<Record<string, boolean | number | string | undefined>>,
): string {
  const kept = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== true,
  );
  return conceptFormats
    .filter((format) => format !== present)
    .map((format) => {
      const query = new URLSearchParams({ format });
      for (const [name, value] of kept) query.set(name, String(value));
      return `<${uri}?${query.toString()}>; rel="alternate"; type="${formats[format].mediaTypes[0]}"`;
    })
    .join(', ');
}
