import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { isUuid, type ConceptId } from '../../../../lib/model/ids.ts';
import { isAbsoluteIri } from '../../../../lib/rdf/iri.ts';
import { findConceptsByName, type NamedConcept } from '../queries/export-thesaurus.ts';
import { CommandError } from '../../command-error.ts';
import { conceptIdFromUri } from '../../import/concepts/concept-id.ts';

/**
 * Finds schemes and collections.
 * @param names ids, URIs, or labels that only one scheme or collection has
 * @throws CommandError with all names that do not lead to exactly one scheme or collection
 */
export async function resolveThesauri(
  dataApi: DataApi,
  names: readonly string[],
): Promise<readonly ConceptId[]> {
  const concepts = await runQuery(
    dataApi.read,
    findConceptsByName(
      names.map((name) => ({
        name,
        conceptId: isUuid(name) || isAbsoluteIri(name) ? conceptIdFromUri(name) : null,
      })),
    ),
  );
  const choices = names.map((name) => ({
    name,
    matches: concepts.filter((concept) => concept.name === name),
  }));
  const problems = choices.flatMap(({ name, matches }) => findMatchProblems(name, matches));
  if (problems.length > 0) throw new CommandError('thesaurus_not_found', problems.join('\n'));
  return choices.flatMap(({ matches }) => matches.map(({ conceptId }) => conceptId));
}

function findMatchProblems(name: string, matches: readonly NamedConcept[]): readonly string[] {
  const [match, secondMatch] = matches;
  if (match === undefined) {
    return [`"${name}" is not a scheme or collection. hds info lists the schemes with their ids.`];
  }
  if (secondMatch !== undefined) {
    const ids = matches.map(({ conceptId, nodeType }) => `${conceptId} (${nodeType})`).join(', ');
    return [
      `"${name}" is the label of several schemes or collections. Give the id of one: ${ids}.`,
    ];
  }
  return match.nodeType === 'Concept'
    ? [`"${name}" is a concept. Give the scheme or a collection that it is in.`]
    : [];
}
