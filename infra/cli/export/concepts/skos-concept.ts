import {
  inversePredicate,
  relationPredicate,
  resourceDatatype,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { conceptUri } from '../../../../lib/model/uris.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { languageLiteral, type Iri } from '../../../../lib/rdf/terms.ts';
import type { ExportedConcept } from '../../../../lib/queries/concepts/exported-concepts.ts';
import {
  describeConcept,
  plainValue,
  toCompleteSkosConcept,
  type ConceptIdentity,
  type ConceptRelation,
} from '../../../../lib/serializers/concepts/complete-skos-concept.ts';
import type { SkosConcept, SkosValue } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import { conceptIdFromUri } from '../../import/concepts/concept-id.ts';
import { readSkosLabel } from '../../import/concepts/skos-label.ts';
import { contentKey, deriveValueIds } from '../../import/concepts/value-ids.ts';

/**
 * How a thesaurus is written. `with-ids` is for a later import: the statements of the files, and a text as JSON if the id of its
 * value is not derived from it. `plain` is for other software: plain texts, and also the statements that follow from others.
 */
export type LiteralStyle = 'with-ids' | 'plain';

/**
 * Converts a concept to SKOS, under the URI that its file has for it.
 * @param concept with the relations to write
 * @param baseUrl for the URI of a concept whose file had none
 */
export function toSkosConcept(
  concept: ExportedConcept,
  baseUrl: string,
  literals: LiteralStyle,
): SkosConcept {
  const uriOf = (one: ConceptIdentity): Iri => uriOfConcept(one, baseUrl);
  if (literals === 'plain') return toCompleteSkosConcept(concept, uriOf);
  return describeConcept(concept, {
    uriOf,
    values: valuesWithIds(concept),
    relations: statedRelations(concept),
  });
}

function statedRelations({ from, to }: ExportedConcept): readonly ConceptRelation[] {
  return [
    ...from.map((end) => ({ predicate: relationPredicate(end.relationType), end })),
    ...to.map((end) => ({ predicate: inversePredicate(end.relationType), end })),
  ];
}

type Value = ExportedConcept['values'][number];

/** The URI that a file has for the concept, if an import derives the same id from it; otherwise a URI of this service. */
function uriOfConcept({ conceptId, legacyId }: ConceptIdentity, baseUrl: string): Iri {
  const isIri = legacyId !== null && isAbsoluteIri(legacyId) && toIri(legacyId) === legacyId;
  return isIri && conceptIdFromUri(legacyId) === conceptId
    ? legacyId
    : conceptUri(baseUrl, conceptId);
}

/** A text stays plain if the id of its value can be derived; otherwise it is written with the id, as the Arches platform does. */
function valuesWithIds({ conceptId, values }: ExportedConcept): readonly SkosValue[] {
  const contents = values.map((value) => ({ conceptId, ...value }));
  const valuesByContent = Map.groupBy(contents, contentKey);
  const isPlain = ({ language, text, ...rest }: (typeof contents)[number]): boolean =>
    readSkosLabel(text).text === text &&
    (language === null || languageLiteral(text, language).language === language) &&
    valuesByContent.get(contentKey({ ...rest, language, text }))?.length === 1;
  let plain = contents.filter(isPlain);
  for (let previousLength = -1; previousLength !== plain.length;) {
    previousLength = plain.length;
    const derivedIds = deriveValueIds(plain);
    // Values that are written with their ids no longer count when ids are derived for the others.
    plain = plain.filter((value) => derivedIds.get(value) === value.valueId);
  }
  const plainIds = new Set(plain.map(({ valueId }) => valueId));
  return values.map((value) =>
    plainIds.has(value.valueId) || value.datatype === resourceDatatype
      ? plainValue(value)
      : { ...plainValue(value), text: jsonLiteral(value) },
  );
}

function jsonLiteral({ valueId, text }: Value): string {
  return `{"id": "${valueId}", "value": ${JSON.stringify(text)}}`;
}
