import {
  inversePredicate,
  relationPredicate,
  resourceDatatype,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { conceptUri } from '../../../../lib/model/uris.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { languageLiteral, type Iri } from '../../../../lib/rdf/terms.ts';
import type { SkosConcept, SkosValue } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import type { StatedConcept } from '../../../queries/export-thesaurus.ts';
import { conceptIdOf } from '../../import/concepts/concept-id.ts';
import { readLabel } from '../../import/concepts/skos-label.ts';
import { contentName, madeValueIds } from '../../import/concepts/value-ids.ts';

/** How texts are written whose value has an id that is not made of them: as JSON with the id, or as they are. */
export type Literals = 'with-ids' | 'plain';

/**
 * A concept as files stated it: under the URI under which a file knows it, without what only follows from what they say.
 * @param baseUrl for the URI of a concept that came under none
 */
export function statedSkos(
  concept: StatedConcept,
  baseUrl: string,
  literals: Literals,
): SkosConcept {
  const { nodeType, isStated, isOrdered, stated, inverse, list } = concept;
  const uriOf = (one: Known): Iri => uriOfConcept(one, baseUrl);
  const relations = [
    ...stated.map((end) => ({ predicate: relationPredicate(end.relationType), uri: uriOf(end) })),
    ...inverse.map((end) => ({ predicate: inversePredicate(end.relationType), uri: uriOf(end) })),
  ];
  return {
    uri: uriOf(concept),
    nodeType,
    isOrdered,
    isStated,
    values: literals === 'plain' ? concept.values.map(plainValue) : valuesWithIds(concept),
    relations: relations.flatMap(({ predicate, uri }) =>
      predicate === undefined ? [] : [{ predicate, uri }],
    ),
    ...(list.length > 0 ? { memberList: list.map(uriOf) } : {}),
  };
}

type Known = Pick<StatedConcept, 'conceptId' | 'legacyId'>;
type Value = StatedConcept['values'][number];

/** The URI by which a file named the concept, where it still leads to the concept when it is read again. */
function uriOfConcept({ conceptId, legacyId }: Known, baseUrl: string): Iri {
  const isIri = legacyId !== null && isAbsoluteIri(legacyId) && toIri(legacyId) === legacyId;
  return isIri && conceptIdOf(legacyId) === conceptId ? legacyId : conceptUri(baseUrl, conceptId);
}

function plainValue({ valueType, language, text, predicate, datatype }: Value): SkosValue {
  return { type: valueType, language, text, predicate, datatype };
}

/** Texts whose ids follow from them stay plain; any other is written with its id, as the Arches platform does. */
function valuesWithIds({ conceptId, values }: StatedConcept): readonly SkosValue[] {
  const contents = values.map((value) => ({ conceptId, ...value }));
  const amounts = Map.groupBy(contents, contentName);
  const isPlain = ({ language, text, ...rest }: (typeof contents)[number]): boolean =>
    readLabel(text).text === text &&
    (language === null || languageLiteral(text, language).language === language) &&
    amounts.get(contentName({ ...rest, language, text }))?.length === 1;
  let plain = contents.filter(isPlain);
  for (let before = -1; before !== plain.length;) {
    before = plain.length;
    const made = madeValueIds(plain);
    // What is written with its id no longer counts when ids are made for the others.
    plain = plain.filter((value) => made.get(value) === value.valueId);
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
