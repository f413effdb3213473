import { runQuery } from '../data-api/query.ts';
import type { ConceptId } from '../model/ids.ts';
import { conceptUri, thesaurusUri, valueTypeNamespace } from '../model/uris.ts';
import { readConceptPageFor, type ConceptPage } from '../queries/concepts/exported-concepts.ts';
import { toCompleteSkosConcept } from '../serializers/concepts/complete-skos-concept.ts';
import { skosNodes } from '../serializers/concepts/skos-nodes.ts';
import { writeNQuads } from '../serializers/rdf/n-triples.ts';
import type { QuadSource } from './quad-chunk.ts';

const conceptsPerPage = 500;

/**
 * Reads the thesaurus as SKOS, by id, under the URIs that the linked shape has for concepts.
 * @returns N-Quads with the last concept of each page; null for the last page
 */
export async function* readThesaurusQuads(
  { dataApi, caller, baseUrl }: QuadSource,
  after: ConceptId | null,
): AsyncGenerator<{ readonly text: string; readonly lastId: ConceptId | null }> {
  const graph = thesaurusUri(baseUrl);
  const ownNamespace = valueTypeNamespace(baseUrl);
  for (let lastId = after; ;) {
    const { concepts }: ConceptPage = await runQuery(
      dataApi.read,
      readConceptPageFor(caller, lastId, conceptsPerPage),
    );
    const text = concepts
      .map((concept) =>
        toCompleteSkosConcept(concept, ({ conceptId }) => conceptUri(baseUrl, conceptId)),
      )
      .flatMap((concept) => skosNodes(concept, ownNamespace))
      .map((node) => writeNQuads(node, graph))
      .join('');
    lastId = concepts.length < conceptsPerPage ? null : (concepts.at(-1)?.conceptId ?? null);
    yield { text, lastId };
    if (lastId === null) return;
  }
}
