import { NotFound } from '../../errors.ts';
import { parseConceptId, type ConceptId } from '../../model/ids.ts';
import type { RelativeOptions } from '../../queries/concepts/find-concept.ts';
import {
  defaultReadLimits,
  type ConceptReadOptions,
} from '../../queries/concepts/concept-read-options.ts';
import { readConcept, type LoadedConcept } from '../../queries/concepts/read-concept.ts';
import { readContents } from '../../queries/concepts/read-contents.ts';
import { buildConceptGraph } from '../../serializers/concepts/concept-graph.ts';
import { writeConcept } from '../../serializers/concepts/concept-writer.ts';
import { ConceptTooDeep } from '../../serializers/concepts/concept-json.ts';
import { isRdfFormat } from '../../rdf/formats.ts';
import { alternateFormatLinks } from '../responses/alternate-links.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { responseLimit } from '../responses/limits.ts';
import { readConditions, validatorHeaders } from '../conditional/validators.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { ResponseTooLarge } from '../errors/errors.ts';
import { uuidOrNil, notVisibleError } from '../errors/not-visible.ts';
import { conceptFormats } from '../negotiation/formats.ts';
import type { DataOperation } from '../operation.ts';
import type { ConceptParameters } from './concept-parameters.ts';
import {
  estimateBytes,
  sizeUncertainty,
  createConceptWriter,
  type ConceptDocumentOptions,
  type ConceptWithRelatives,
} from './concept-document.ts';
import { smallerDocumentAdvice } from './smaller-document-advice.ts';

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
export async function getConcept(
  request: ConceptRequest,
  { data, settings }: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, caller, format, mediaType } = request;
  const { baseUrl } = settings;
  const id = parseConceptId(uuidOrNil(request.path.concept_instance_id));
  const source = sourceOf(request, { data, settings });
  const limit = responseLimit(settings);
  const mostLinks = limit.maxBytes / leastBytes[isRdfFormat(format) ? 'rdf' : 'json'];
  const found = await readConcept(source, id, mostLinks);
  if (!found.mayRead) throw notVisibleError(caller, false, unknown);
  const headers = {
    ...validatorHeaders(found.etag, found.isLastModifiedFinal ? found.lastModified : null),
    Link: alternateFormatLinks(`${baseUrl}/rdm/concepts/${id}`, conceptFormats, format, parameters),
  };
  if (found.isNotModified) return { status: 304, headers };
  const form: ConceptDocumentOptions = {
    format,
    options: { ...relativesOf(parameters), baseUrl },
    limit,
  };
  if (found.isTooLarge) {
    const shallow = await readShallower(source, id, mostLinks);
    throw new ResponseTooLarge(
      smallerDocumentAdvice(drawn(shallow, id), form, true),
      limit.maxBytes,
    );
  }
  const concept = drawn(found, id);
  const advice = (): string => smallerDocumentAdvice(concept, form, false);
  const expected = estimateBytes(concept, form);
  if (expected === Infinity) throw new ConceptTooDeep(advice());
  if (expected > limit.maxBytes * sizeUncertainty) {
    throw new ResponseTooLarge(advice(), limit.maxBytes);
  }
  const writer = createConceptWriter(concept, form);
  const text = writeConcept(readContents(source, found, writer.steps()), writer);
  const body = expected > mostInOneText ? text : (await Array.fromAsync(text)).join('');
  return {
    ...withHeaders(documentResponse(mediaType, body), headers),
    abortText: writer.abortText,
    tooLargeAdvice: advice,
  };
}

function relativesOf(parameters: ConceptParameters): RelativeOptions {
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
  }: Pick<DataHandlerContext, 'data' | 'settings'>,
): ConceptReadOptions {
  const known = readConditions(header);
  const representation = [writersVersion, baseUrl, defaultLanguage, mediaType, format, parameters];
  return {
    execute: data.read,
    caller,
    request: {
      ...relativesOf(parameters),
      language: parameters.lang ?? defaultLanguage,
      defaultLanguage,
      showsStatements: isRdfFormat(format),
      representation: JSON.stringify(representation),
      ifNoneMatch: known.tags,
      ifModifiedSince: known.since,
    },
    ...defaultReadLimits,
  };
}

/** The concept as it was found. @throws NotFound where there is no such concept */
function drawn({ places, members }: LoadedConcept, id: ConceptId): ConceptWithRelatives {
  const graph = buildConceptGraph(places);
  const top = graph.get(id);
  if (top === undefined) throw new NotFound(unknown);
  return { graph, top, members };
}

/** Layers with which a concept is tried first that is too large with all of them. */
const layersAtFirst = 64;

/** The concept with fewer layers: as many as may be held. */
async function readShallower(
  source: ConceptReadOptions,
  id: ConceptId,
  mostLinks: number,
): Promise<LoadedConcept> {
  const { depthLimit: deepest = layersAtFirst } = source.request;
  for (let depthLimit = Math.min(deepest, layersAtFirst); depthLimit > 0;) {
    const wanted = { ...source.request, depthLimit };
    const found = await readConcept({ ...source, request: wanted }, id, mostLinks);
    if (!found.isTooLarge) return found;
    depthLimit = Math.min(found.layers - 1, Math.floor(depthLimit / 2));
  }
  const wanted = { ...source.request, depthLimit: 0 };
  return readConcept({ ...source, request: wanted }, id, Infinity);
}
