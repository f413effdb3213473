import { runQuery } from '../data-api/query.ts';
import type { ConceptId } from '../model/ids.ts';
import { conceptOrForeignUri } from '../model/concepts/foreign-uris.ts';
import { thesaurusUri, valueTypeNamespace } from '../model/uris.ts';
import {
  findExportedConceptsForCaller,
  type ExportedConceptPage,
} from '../queries/concepts/exported-concepts.ts';
import { addExactMatches } from '../serializers/concepts/exact-matches.ts';
import { toCompleteSkosConcept } from '../serializers/concepts/complete-skos-concept.ts';
import { toSkosNodes } from '../serializers/concepts/skos-nodes.ts';
import { writeNQuads } from '../serializers/rdf/n-triples.ts';
import type { QuadSource } from './quad-chunk.ts';

const conceptsPerPage = 500;

/**
 * Reads the thesaurus as SKOS, in the order of the ids of concepts. Concepts have the same URIs as in the linked shape.
 * @returns the N-Quads of each page with the id of its last concept, which is null for the last page
 */
export async function* readThesaurusQuads(
  { dataApi, caller, baseUrl }: QuadSource,
  after: ConceptId | null,
): AsyncGenerator<{ readonly text: string; readonly lastId: ConceptId | null }> {
  const graph = thesaurusUri(baseUrl);
  const customTypeNamespace = valueTypeNamespace(baseUrl);
  for (let lastId = after; ;) {
    const { concepts }: ExportedConceptPage = await runQuery(
      dataApi.read,
      findExportedConceptsForCaller(caller, lastId, conceptsPerPage),
    );
    const text = concepts
      .map((concept) => {
        const skosConcept = toCompleteSkosConcept(concept, (other) =>
          conceptOrForeignUri(other, baseUrl),
        );
        return addExactMatches(skosConcept, concept, baseUrl);
      })
      .flatMap((concept) => toSkosNodes(concept, customTypeNamespace))
      .map((node) => writeNQuads(node, graph))
      .join('');
    lastId = concepts.length < conceptsPerPage ? null : (concepts.at(-1)?.conceptId ?? null);
    yield { text, lastId };
    if (lastId === null) return;
  }
}
