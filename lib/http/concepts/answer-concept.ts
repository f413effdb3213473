import { NotFound } from '../../errors.ts';
import { parseConceptId, type ConceptId } from '../../model/ids.ts';
import type { WantedRelatives } from '../../queries/concepts/concepts.ts';
import { usualAmounts, type ConceptSource } from '../../queries/concepts/concept-source.ts';
import { readConcept, type ReadConcept } from '../../queries/concepts/read-concepts.ts';
import { readContents } from '../../queries/concepts/read-contents.ts';
import { conceptGraph } from '../../serializers/concepts/concept-graph.ts';
import { conceptText } from '../../serializers/concepts/concept-writer.ts';
import { ConceptTooDeep } from '../../serializers/concepts/concept.ts';
import { isRdfFormat } from '../../rdf/formats.ts';
import { alternateLinks } from '../answers/alternate-links.ts';
import { document, withHeaders, type Answer } from '../answers/answer.ts';
import { answerLimit } from '../answers/limits.ts';
import { knownOf, validators } from '../conditional/conditional.ts';
import type { OperationRequest } from '../definition.ts';
import type { EndpointContext } from '../endpoint.ts';
import { AnswerTooLarge } from '../errors/errors.ts';
import { idOrNil, notVisible } from '../errors/not-visible.ts';
import { conceptFormats } from '../negotiation/formats.ts';
import type { DataOperation } from '../operation.ts';
import type { ConceptParameters } from './concept-parameters.ts';
import {
  sizeOf,
  uncertainty,
  writerOf,
  type ConceptForm,
  type DrawnConcept,
} from './concept-form.ts';
import { howToAskForLess } from './smaller-document.ts';

type ConceptOperation = DataOperation & {
  readonly formats: typeof conceptFormats;
  readonly path: '/rdm/concepts/{concept_instance_id}';
};

type ConceptRequest = Pick<
  OperationRequest<ConceptOperation, ConceptParameters>,
  'parameters' | 'caller' | 'path' | 'format' | 'mediaType' | 'header'
>;

const unknown = 'There is no concept with this id that you may see.';

/** Part of every entity tag: a change of what is written of the same data, in any form, gives it the next number. */
const writersVersion = 2;

/** Bytes up to which an answer is a text, with a length that is told; a longer one is made while it is sent. */
const mostInOneText = 1_000_000;

/** Bytes that each place and each link of a concept takes in a document at least. */
const leastBytes = { json: 290, rdf: 60 };

/**
 * One concept of the thesaurus with those around it.
 * The thesaurus is visible as a whole or not at all. To whom it is not, every id answers alike, known or unknown: 401
 * without a token, 404 with one (not visible and unknown look the same, and 403 is for what the caller may see).
 * The places of all concepts are known before the first byte, and with them the size of the answer; what the concepts hold is read while it is sent.
 * @throws AnswerTooLarge where it cannot be sent; NotFound, AuthenticationRequired
 */
export async function answerConcept(
  request: ConceptRequest,
  { data, settings }: EndpointContext,
): Promise<Answer> {
  const { parameters, caller, format, mediaType } = request;
  const { baseUrl } = settings;
  const id = parseConceptId(idOrNil(request.path.concept_instance_id));
  const source = sourceOf(request, { data, settings });
  const limit = answerLimit(settings);
  const mostLinks = limit.mostBytes / leastBytes[isRdfFormat(format) ? 'rdf' : 'json'];
  const found = await readConcept(source, id, mostLinks);
  if (!found.mayRead) throw notVisible(caller, false, unknown);
  const headers = {
    ...validators(found.etag, found.isSettled ? found.changedSecond : null),
    Link: alternateLinks(`${baseUrl}/rdm/concepts/${id}`, conceptFormats, format, parameters),
  };
  if (found.isKnown) return { status: 304, headers };
  const form: ConceptForm = { format, options: { ...relativesOf(parameters), baseUrl }, limit };
  if (found.isTooLarge) {
    const shallow = await readShallower(source, id, mostLinks);
    throw new AnswerTooLarge(howToAskForLess(drawn(shallow, id), form, true), limit.mostBytes);
  }
  const concept = drawn(found, id);
  const advice = (): string => howToAskForLess(concept, form, false);
  const expected = sizeOf(concept, form);
  if (expected === Infinity) throw new ConceptTooDeep(advice());
  if (expected > limit.mostBytes * uncertainty) {
    throw new AnswerTooLarge(advice(), limit.mostBytes);
  }
  const writer = writerOf(concept, form);
  const text = conceptText(readContents(source, found, writer.steps()), writer);
  const body = expected > mostInOneText ? text : (await Array.fromAsync(text)).join('');
  return {
    ...withHeaders(document(mediaType, body), headers),
    whenCut: writer.whenCut,
    whenTooLarge: advice,
  };
}

function relativesOf(parameters: ConceptParameters): WantedRelatives {
  return {
    includeSubConcepts: parameters.includesubconcepts,
    includeParentConcepts: parameters.includeparentconcepts,
    includeRelatedConcepts: parameters.includerelatedconcepts,
    depthLimit: parameters.depthlimit,
  };
}

function sourceOf(
  { parameters, caller, format, mediaType, header }: ConceptRequest,
  {
    data,
    settings: { baseUrl, language: defaultLanguage },
  }: Pick<EndpointContext, 'data' | 'settings'>,
): ConceptSource {
  const known = knownOf(header);
  const representation = [writersVersion, baseUrl, defaultLanguage, mediaType, format, parameters];
  return {
    execute: data.read,
    caller,
    wanted: {
      ...relativesOf(parameters),
      language: parameters.lang ?? defaultLanguage,
      defaultLanguage,
      showsStatements: isRdfFormat(format),
      representation: JSON.stringify(representation),
      knownTags: known.tags,
      modifiedSince: known.since,
    },
    ...usualAmounts,
  };
}

/** The concept as it was found. @throws NotFound where there is no such concept */
function drawn({ places, members }: ReadConcept, id: ConceptId): DrawnConcept {
  const graph = conceptGraph(places);
  const top = graph.get(id);
  if (top === undefined) throw new NotFound(unknown);
  return { graph, top, members };
}

/** Layers with which a concept is tried first that is too large with all of them. */
const layersAtFirst = 64;

/** The concept with fewer layers: as many as may be held. */
async function readShallower(
  source: ConceptSource,
  id: ConceptId,
  mostLinks: number,
): Promise<ReadConcept> {
  const { depthLimit: deepest = layersAtFirst } = source.wanted;
  for (let depthLimit = Math.min(deepest, layersAtFirst); depthLimit > 0;) {
    const wanted = { ...source.wanted, depthLimit };
    const found = await readConcept({ ...source, wanted }, id, mostLinks);
    if (!found.isTooLarge) return found;
    depthLimit = Math.min(found.layers - 1, Math.floor(depthLimit / 2));
  }
  const wanted = { ...source.wanted, depthLimit: 0 };
  return readConcept({ ...source, wanted }, id, Infinity);
}
