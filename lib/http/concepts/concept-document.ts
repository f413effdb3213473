import {
  estimateConceptBytes,
  type ConceptOptions,
  type ConceptWriter,
} from '../../serializers/concepts/concept-writer.ts';
import type { ConceptGraph, LinkedConcept } from '../../serializers/concepts/concept-graph.ts';
import { createConceptSkosWriter } from '../../serializers/concepts/concept-skos.ts';
import {
  createConceptJsonWriter,
  ConceptTooDeep,
} from '../../serializers/concepts/concept-json.ts';
import { rdfFormats } from '../../serializers/rdf/rdf-formats.ts';
import { isRdfFormatName } from '../../rdf/formats.ts';
import type { ResponseLimit } from '../responses/limits.ts';
import type { FormatName } from '../negotiation/formats.ts';

/** A concept, and the graph of all concepts that its document contains. */
export type ConceptWithRelatives = {
  readonly graph: ConceptGraph;
  /** The requested concept. */
  readonly top: LinkedConcept;
  /** The ids of the direct members, if it is a collection. */
  readonly members: readonly string[];
};

export type ConceptDocumentOptions = {
  readonly format: FormatName;
  readonly options: ConceptOptions;
  readonly limit: ResponseLimit;
};

/** The factor by which estimated and real size can differ. */
export const sizeUncertainty = 1.1;

export function createConceptWriter(
  { graph, top, members }: ConceptWithRelatives,
  { format, options }: Pick<ConceptDocumentOptions, 'format' | 'options'>,
): ConceptWriter {
  return isRdfFormatName(format)
    ? createConceptSkosWriter(graph, top, members, options, rdfFormats[format])
    : createConceptJsonWriter(graph, top, options);
}

/**
 * Estimates the bytes of a document. Counting stops a little above the limit.
 * @returns Infinity if concepts are nested too deep
 * @throws NotExpressibleInXml
 */
export function estimateBytes(
  concept: ConceptWithRelatives,
  documentOptions: ConceptDocumentOptions,
): number {
  const { maxBytes, isJsonEncoded } = documentOptions.limit;
  try {
    return estimateConceptBytes(
      createConceptWriter(concept, documentOptions),
      isJsonEncoded,
      maxBytes * sizeUncertainty,
    );
  } catch (error) {
    if (error instanceof ConceptTooDeep) return Infinity;
    throw error;
  }
}
