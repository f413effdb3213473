import type { IncomingNode } from '../incoming-value.ts';
import { matchInBothShapes } from './match-in-both-shapes.ts';
import { findShapeEvidence } from './document/shape-evidence.ts';
import type { MatchInput, MatchResult } from './match-input.ts';
import { matchInShape } from './match-in-shape.ts';

/**
 * Matches a document to the model and the tiles of a resource instance. The document can be in the shape of the specification
 * ("Resource instance (JSON-LD shape)"), in the linked shape, or in both. The sender can name the shape; otherwise the document can
 * contain evidence of it. Without either, the document is matched in both shapes, and refused if the two results differ.
 * @rule Writing: In which of the two shapes is a document?
 * @throws Error when the graph has no nodes
 */
export function matchDocument(document: IncomingNode, input: MatchInput): MatchResult {
  if (input.shape !== undefined) return matchInShape(document, { ...input, shape: input.shape });
  const { hasSpecificationEvidence, hasLinkedEvidence, hasJsonStrings } = findShapeEvidence(
    document,
    input,
  );
  if (hasSpecificationEvidence && !hasLinkedEvidence)
    return matchInShape(document, { ...input, shape: 'specification' });
  if (hasLinkedEvidence && !hasSpecificationEvidence && !hasJsonStrings)
    return matchInShape(document, { ...input, shape: 'linked' });
  return matchInBothShapes(document, input, hasSpecificationEvidence ? 'specification' : 'linked');
}
