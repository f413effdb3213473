import {
  expectedBytes,
  type ConceptOptions,
  type ConceptWriter,
} from '../../serializers/concepts/concept-writer.ts';
import type { ConceptGraph, LinkedConcept } from '../../serializers/concepts/concept-graph.ts';
import { conceptRdf } from '../../serializers/concepts/concept-rdf.ts';
import { conceptDocument, ConceptTooDeep } from '../../serializers/concepts/concept.ts';
import { rdfFormats } from '../../serializers/rdf/rdf-formats.ts';
import { isRdfFormat } from '../../rdf/formats.ts';
import type { AnswerLimit } from '../answers/limits.ts';
import type { FormatName } from '../negotiation/formats.ts';

/** A concept among those that a document about it shows. */
export type DrawnConcept = {
  readonly graph: ConceptGraph;
  readonly top: LinkedConcept;
  /** The ids of the direct members, where it is a collection. */
  readonly members: readonly string[];
};

/** How a document is to be written, and what can be sent of it. */
export type ConceptForm = {
  readonly format: FormatName;
  readonly options: ConceptOptions;
  readonly limit: AnswerLimit;
};

/** How many times an expected size may be the real one, or the other way round. */
export const uncertainty = 1.1;

/** The writer of one document. */
export function writerOf(
  { graph, top, members }: DrawnConcept,
  { format, options }: Pick<ConceptForm, 'format' | 'options'>,
): ConceptWriter {
  return isRdfFormat(format)
    ? conceptRdf(graph, top, members, options, rdfFormats[format])
    : conceptDocument(graph, top, options);
}

/**
 * The bytes of a document as they count for its limit, about. They are counted a little beyond it, and no further.
 * @returns Infinity where concepts would lie too deep in one another
 * @throws NotExpressibleInXml
 */
export function sizeOf(concept: DrawnConcept, form: ConceptForm): number {
  const { mostBytes, isInJson } = form.limit;
  try {
    return expectedBytes(writerOf(concept, form), isInJson, mostBytes * uncertainty);
  } catch (error) {
    if (error instanceof ConceptTooDeep) return Infinity;
    throw error;
  }
}
