import type { ConceptIdentity } from '../../../../lib/model/concepts/foreign-uris.ts';
import {
  inversePredicateOf,
  predicateOfRelation,
  resourceDatatype,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { conceptUri } from '../../../../lib/model/uris.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { languageLiteral, type Iri } from '../../../../lib/rdf/terms.ts';
import type { ExportedConcept } from '../../../../lib/queries/concepts/exported-concepts.ts';
import {
  createSkosConcept,
  toPlainValue,
  toCompleteSkosConcept,
  type ConceptRelation,
} from '../../../../lib/serializers/concepts/complete-skos-concept.ts';
import type { SkosConcept, SkosValue } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import { conceptIdFromUri } from '../../import/concepts/concept-id.ts';
import { isPlainLabel } from '../../import/concepts/skos-label.ts';
import { contentKey, deriveValueIds } from '../../import/concepts/value-ids.ts';

/**
 * How a thesaurus is written. `with-ids` is for a later import: it has only the statements that were imported. A text is plain if
 * an import derives the id of its value; otherwise it is JSON with that id. `plain` is for other software: all texts are plain, and
 * the statements that follow from others are included.
 */
export type LiteralStyle = 'with-ids' | 'plain';

/**
 * Converts a concept to SKOS, under the URI that it had in the imported file.
 * @rule Thesaurus: How is a concept written as SKOS, by the service and by the command line?
 * @param concept with the relations to write
 * @param baseUrl for the URIs of concepts that had none in their file
 */
export function toSkosConcept(
  concept: ExportedConcept,
  baseUrl: string,
  literals: LiteralStyle,
): SkosConcept {
  const uriOf = (identity: ConceptIdentity): Iri => chooseConceptUri(identity, baseUrl);
  if (literals === 'plain') return toCompleteSkosConcept(concept, uriOf);
  return createSkosConcept(concept, {
    uriOf,
    values: writeValuesWithIds(concept),
    relations: listStatedRelations(concept),
  });
}

function listStatedRelations({ from, to }: ExportedConcept): readonly ConceptRelation[] {
  return [
    ...from.map((otherConcept) => ({
      predicate: predicateOfRelation(otherConcept.relationType),
      otherConcept,
    })),
    ...to.map((otherConcept) => ({
      predicate: inversePredicateOf(otherConcept.relationType),
      otherConcept,
    })),
  ];
}

type Value = ExportedConcept['values'][number];

/** Returns the URI that the concept had in its file, if an import derives the same id from it; otherwise a URI of this service. */
function chooseConceptUri({ conceptId, legacyId }: ConceptIdentity, baseUrl: string): Iri {
  const isIri = legacyId !== null && isAbsoluteIri(legacyId) && toIri(legacyId) === legacyId;
  return isIri && conceptIdFromUri(legacyId) === conceptId
    ? legacyId
    : conceptUri(baseUrl, conceptId);
}

/** A text stays plain if an import can derive the id of its value. Otherwise it is written with the id, as the Arches platform does. */
function writeValuesWithIds({ conceptId, values }: ExportedConcept): readonly SkosValue[] {
  const contents = values.map((value) => ({ conceptId, ...value }));
  const valuesByContent = Map.groupBy(contents, contentKey);
  const canBePlain = ({ language, text, ...rest }: (typeof contents)[number]): boolean =>
    isPlainLabel(text) &&
    (language === null || languageLiteral(text, language).language === language) &&
    valuesByContent.get(contentKey({ ...rest, language, text }))?.length === 1;
  let plainValues = contents.filter(canBePlain);
  for (let previousLength = -1; previousLength !== plainValues.length;) {
    previousLength = plainValues.length;
    const derivedIds = deriveValueIds(plainValues);
    // An import derives ids from the plain values alone. So each value that leaves them can change the derived ids of the rest.
    plainValues = plainValues.filter((value) => derivedIds.get(value) === value.valueId);
  }
  const plainIds = new Set(plainValues.map(({ valueId }) => valueId));
  return values.map((value) =>
    plainIds.has(value.valueId) || value.datatype === resourceDatatype
      ? toPlainValue(value)
      : { ...toPlainValue(value), text: toJsonLiteral(value) },
  );
}

function toJsonLiteral({ valueId, text }: Value): string {
  return `{"id": "${valueId}", "value": ${JSON.stringify(text)}}`;
}
