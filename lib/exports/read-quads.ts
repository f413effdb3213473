import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import { maxUuid, nilUuid, parseConceptId, parseResourceId } from '../model/ids.ts';
import { readResourceQuads } from './read-resource-quads.ts';
import { readThesaurusQuads } from './read-thesaurus-quads.ts';

export type QuadSource = {
  readonly data: StatementReader;
  /** Whose rights apply. */
  readonly caller: Caller;
  /** Without a slash at the end. */
  readonly baseUrl: string;
};

/** Where reading continues. The thesaurus comes after the resource instances, with an id of its own in place of theirs. */
export type QuadPosition = TileKey;

/** Statements of whole resource instances or concepts. */
export type QuadChunk = {
  /** N-Quads. */
  readonly text: string;
  /** The number of resource instances with statements. */
  readonly resources: number;
  /** The number of resource instances that RDF cannot express, because their model has no ontology. */
  readonly withoutOntology: number;
  /** Where the next chunk begins; null after the last one. */
  readonly next: QuadPosition | null;
};

/**
 * Reads everything that a caller may read as N-Quads: each resource instance in the linked shape, in a graph of its own
 * whose name is its URI, then the thesaurus as SKOS in one graph. Each chunk is read from one state of the data, with the
 * rights that the caller has then.
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
