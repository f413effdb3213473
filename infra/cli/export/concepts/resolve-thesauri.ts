import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { isUuid, type ConceptId } from '../../../../lib/model/ids.ts';
import { isAbsoluteIri } from '../../../../lib/rdf/iri.ts';
import { findConceptsByName, type NamedConcept } from '../../../queries/export-thesaurus.ts';
import { CommandError } from '../../command-error.ts';
import { conceptIdFromUri } from '../../import/concepts/concept-id.ts';

/**
 * Finds schemes and collections by their names: ids, URIs, or labels that only one of them has.
 * @throws CommandError with the problem of each name that is not one of these
 */
export async function resolveThesauri(
  data: DataApi,
  names: readonly string[],
): Promise<readonly ConceptId[]> {
  const found = await runQuery(
    data.read,
    findConceptsByName(
      names.map((name) => ({
        name,
        conceptId: isUuid(name) || isAbsoluteIri(name) ? conceptIdFromUri(name) : null,
      })),
    ),
  );
  const choices = names.map((name) => ({
    name,
    matches: found.filter((one) => one.name === name),
  }));
  const wrong = choices.flatMap(({ name, matches }) => whatIsWrong(name, matches));
  if (wrong.length > 0) throw new CommandError('thesaurus_not_found', wrong.join('\n'));
  return choices.flatMap(({ matches }) => matches.map(({ conceptId }) => conceptId));
}

function whatIsWrong(name: string, matches: readonly NamedConcept[]): readonly string[] {
  const [only, another] = matches;
  if (only === undefined) {
    return [`"${name}" is not a scheme or collection. hds info lists the schemes with their ids.`];
  }
  if (another !== undefined) {
    const ids = matches.map(({ conceptId, nodeType }) => `${conceptId} (${nodeType})`).join(', ');
    return [`"${name}" is the label of several: give the id of one: ${ids}.`];
  }
  return only.nodeType === 'Concept'
    ? [`"${name}" is a concept. Give the scheme or a collection that it is in.`]
    : [];
}
