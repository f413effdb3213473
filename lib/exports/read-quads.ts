import { maxUuid, nilUuid, parseConceptId, parseResourceId } from '../model/ids.ts';
import type { QuadChunk, QuadPosition, QuadSource } from './quad-chunk.ts';
import { readResourceQuads } from './read-resource-quads.ts';
import { readThesaurusQuads } from './read-thesaurus-quads.ts';

/**
 * Reads everything that a caller may read as N-Quads: first each resource instance in the linked shape, in an RDF graph
 * that is named by its URI, then the thesaurus as SKOS in one RDF graph. Each chunk is read from one state of the data,
 * with the rights that the caller has at that time.
 * @rule Imports and exports: What is in an export as RDF, and in which order?
 * @param after the position of the last chunk; null for the first one
 * @throws ChangedWhileReading, and errors of the Data API
 */
export async function* readQuads(
  source: QuadSource,
  after: QuadPosition | null,
): AsyncGenerator<QuadChunk> {
  if (after === null || after.resourceId !== maxUuid) {
    const afterResource = after === null ? null : parseResourceId(after.resourceId);
    for await (const { lastId, ...chunk } of readResourceQuads(source, afterResource)) {
      yield { ...chunk, next: { resourceId: lastId, tileId: nilUuid } };
    }
  }
  const isInThesaurus = after?.resourceId === maxUuid && after.tileId !== nilUuid;
  const afterConcept = isInThesaurus ? parseConceptId(after.tileId) : null;
  for await (const { text, lastId } of readThesaurusQuads(source, afterConcept)) {
    const next = lastId === null ? null : { resourceId: maxUuid, tileId: lastId };
    yield { text, resources: 0, withoutOntology: 0, next };
  }
}
