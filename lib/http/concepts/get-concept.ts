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
import { isRdfFormatName } from '../../rdf/formats.ts';
import { alternateFormatLinks } from '../responses/alternate-links.ts';
import { linkHeader } from '../responses/link-header.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { responseLimit } from '../responses/limits.ts';
import { readConditions, validatorHeaders } from '../conditional/validators.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { ResponseTooLarge } from '../errors/errors.ts';
import { conceptNotFoundMessage, uuidOrNilUuid, notVisibleError } from '../errors/not-visible.ts';
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
import { smallerDocumentHint } from './smaller-document-hint.ts';
import { labelLanguages } from '../../model/concepts/label-languages.ts';

type ConceptOperation = DataOperation & {
  readonly formats: typeof conceptFormats;
  readonly path: '/rdm/concepts/{concept_instance_id}';
};

type ConceptRequest = Pick<
  OperationRequest<ConceptOperation, ConceptParameters>,
  'parameters' | 'caller' | 'path' | 'format' | 'mediaType' | 'header'
>;

/** Part of every entity tag. Increase it if the output for the same data changes, so that no client keeps the old output. */
const serializerVersion = 2;

/** Larger documents are made while they are sent, without Content-Length. */
const maxUnstreamedBytes = 1_000_000;

/** The fewest bytes that one occurrence of a concept in a document, or one link to a concept, can have. */
const minBytesPerEntry = { json: 290, rdf: 60 };

/**
 * Handles GET /rdm/concepts/{id}: one concept with its relatives.
 * A caller may read either the whole thesaurus or nothing of it. In the second case the error does not reveal whether the id exists.
 * The graph of concepts is read before the response starts, so that the size of the response can be estimated. The contents of the concepts
 * are read while the response is sent.
 * @throws ResponseTooLarge, NotFound, AuthenticationRequired
 */
export async function getConcept(
  request: ConceptRequest,
  { dataApi, settings }: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, caller, format, mediaType } = request;
  const { baseUrl } = settings;
  const id = parseConceptId(uuidOrNilUuid(request.path.concept_instance_id));
  const readOptions = toConceptReadOptions(request, { dataApi, settings });
  const limit = responseLimit(settings);
  const maxLinks = limit.maxBytes / minBytesPerEntry[isRdfFormatName(format) ? 'rdf' : 'json'];
  const result = await readConcept(readOptions, id, maxLinks);
  if (!result.mayReadThesaurus) throw notVisibleError(caller, false, conceptNotFoundMessage);
  const headers = {
    ...validatorHeaders(result.etag, result.isLastModifiedFinal ? result.lastModified : null),
    ...linkHeader(
      alternateFormatLinks(`${baseUrl}/rdm/concepts/${id}`, conceptFormats, format, parameters),
    ),
  };
  if (result.isNotModified) return { status: 304, headers };
  const documentOptions: ConceptDocumentOptions = {
    format,
    options: { ...toRelativeOptions(parameters), baseUrl },
    limit,
  };
  if (result.isTooLarge) {
    const shallowConcept = await readFewerLevels(readOptions, id, maxLinks);
    throw new ResponseTooLarge(
      smallerDocumentHint(toConceptWithRelatives(shallowConcept, id), documentOptions, true),
      limit.maxBytes,
    );
  }
  const concept = toConceptWithRelatives(result, id);
  const makeHint = (): string => smallerDocumentHint(concept, documentOptions, false);
  const expectedBytes = estimateBytes(concept, documentOptions);
  if (expectedBytes === Infinity) throw new ConceptTooDeep(makeHint());
  if (expectedBytes > limit.maxBytes * sizeUncertainty) {
    throw new ResponseTooLarge(makeHint(), limit.maxBytes);
  }
  const writer = createConceptWriter(concept, documentOptions);
  const parts = writeConcept(readContents(readOptions, result, writer.listFragments()), writer);
  const body = expectedBytes > maxUnstreamedBytes ? parts : (await Array.fromAsync(parts)).join('');
  return {
    ...withHeaders(documentResponse(mediaType, body), headers),
    abortText: writer.abortText,
    tooLargeHint: makeHint,
  };
}

function toRelativeOptions(parameters: ConceptParameters): RelativeOptions {
  return {
    includeSubConcepts: parameters.includesubconcepts,
    includeParentConcepts: parameters.includeparentconcepts,
    includeRelatedConcepts: parameters.includerelatedconcepts,
    depthLimit: parameters.depthlimit,
  };
}

function toConceptReadOptions(
  { parameters, caller, format, mediaType, header }: ConceptRequest,
  {
    dataApi,
    settings: { baseUrl, language: defaultLanguage },
  }: Pick<DataHandlerContext, 'dataApi' | 'settings'>,
): ConceptReadOptions {
  const conditions = readConditions(header);
  const representation = [
    serializerVersion,
    baseUrl,
    defaultLanguage,
    mediaType,
    format,
    parameters,
  ];
  return {
    execute: dataApi.read,
    caller,
    request: {
      ...toRelativeOptions(parameters),
      ...labelLanguages([parameters.lang], defaultLanguage),
      includesStatements: isRdfFormatName(format),
      representation: JSON.stringify(representation),
      ifNoneMatch: conditions.tags,
      ifModifiedSince: conditions.since,
    },
    ...defaultReadLimits,
  };
}

/** @throws NotFound if the concept does not exist */
function toConceptWithRelatives(
  { positions, members }: LoadedConcept,
  id: ConceptId,
): ConceptWithRelatives {
  const graph = buildConceptGraph(positions);
  const top = graph.get(id);
  if (top === undefined) throw new NotFound(conceptNotFoundMessage);
  return { graph, top, members };
}

/** A concept that is too large is read again with at most this many levels. */
const maxRetryLevels = 64;

/** Reads the concept with fewer and fewer levels, until it is small enough. */
async function readFewerLevels(
  readOptions: ConceptReadOptions,
  id: ConceptId,
  maxLinks: number,
): Promise<LoadedConcept> {
  const { depthLimit: requestedDepth = maxRetryLevels } = readOptions.request;
  for (let depthLimit = Math.min(requestedDepth, maxRetryLevels); depthLimit > 0;) {
    const request = { ...readOptions.request, depthLimit };
    const concept = await readConcept({ ...readOptions, request }, id, maxLinks);
    if (!concept.isTooLarge) return concept;
    depthLimit = Math.min(concept.levels - 1, Math.floor(depthLimit / 2));
  }
  const shallowRequest = { ...readOptions.request, depthLimit: 0 };
  return readConcept({ ...readOptions, request: shallowRequest }, id, Infinity);
}
