import {
  estimateConceptBytes,
  type ConceptOptions,
  type ConceptWriter,
} from '../../serializers/concepts/concept-writer.ts';
import type { ConceptGraph, LinkedConcept } from '../../serializers/concepts/concept-graph.ts';
import { conceptRdfWriter } from '../../serializers/concepts/concept-rdf.ts';
import { conceptJsonWriter, ConceptTooDeep } from '../../serializers/concepts/concept-json.ts';
import { rdfFormats } from '../../serializers/rdf/rdf-formats.ts';
import { isRdfFormat } from '../../rdf/formats.ts';
import type { ResponseLimit } from '../responses/limits.ts';
import type { FormatName } from '../negotiation/formats.ts';

/** A concept among those that a document about it shows. */
export type ConceptWithRelatives = {
  readonly graph: ConceptGraph;
  readonly top: LinkedConcept;
  /** The ids of the direct members, where it is a collection. */
  readonly members: readonly string[];
};

/** How a document is to be written, and what can be sent of it. */
export type ConceptDocumentOptions = {
  readonly format: FormatName;
  readonly options: ConceptOptions;
  readonly limit: ResponseLimit;
};

/** How many times an expected size may be the real one, or the other way round. */
export const sizeUncertainty = 1.1;

/** The writer of one document. */
export function createConceptWriter(
  { graph, top, members }: ConceptWithRelatives,
  { format, options }: Pick<ConceptDocumentOptions, 'format' | 'options'>,
): ConceptWriter {
  return isRdfFormat(format)
    ? conceptRdfWriter(graph, top, members, options, rdfFormats[format])
    : conceptJsonWriter(graph, top, options);
}

/**
 * The bytes of a document as they count for its limit, about. They are counted a little beyond it, and no further.
 * @returns Infinity where concepts would lie too deep in one another
 * @throws NotExpressibleInXml
 */
export function estimateBytes(concept: ConceptWithRelatives, form: ConceptDocumentOptions): number {
  const { maxBytes: mostBytes, isJsonEncoded: isInJson } = form.limit;
  try {
    return estimateConceptBytes(
      createConceptWriter(concept, form),
      isInJson,
      mostBytes * sizeUncertainty,
    );
  } catch (error) {
    if (error instanceof ConceptTooDeep) return Infinity;
    throw error;
  }
}
