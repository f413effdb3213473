import {
  inversePredicate,
  relationFromOtherEnd,
  hierarchyRelation,
  prefLabel,
  relationPredicate,
  resourceDatatype,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { conceptUri } from '../../../../lib/model/uris.ts';
import { isAbsoluteIri, toIri } from '../../../../lib/rdf/iri.ts';
import { languageLiteral, type Iri } from '../../../../lib/rdf/terms.ts';
import type { SkosConcept, SkosValue } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import type { ExportedConcept } from '../../../queries/export-thesaurus.ts';
import { conceptIdFromUri } from '../../import/concepts/concept-id.ts';
import { readSkosLabel } from '../../import/concepts/skos-label.ts';
import { contentKey, deriveValueIds } from '../../import/concepts/value-ids.ts';

/**
 * How a thesaurus is written: `with-ids` as files stated it, for exports that come in again, texts as JSON where the id of their value
 * is not made of them; `plain` for other software, texts as they are, and all that follows from what files stated.
 */
export type LiteralStyle = 'with-ids' | 'plain';

/**
 * A concept under the URI under which a file knows it.
 * @param concept with the relations that are to be told
 * @param baseUrl for the URI of a concept that came under none
 */
export function toSkosConcept(
  concept: ExportedConcept,
  baseUrl: string,
  literals: LiteralStyle,
): SkosConcept {
  const { nodeType, isStated, isOrdered, list } = concept;
  const uriOf = (one: Known): Iri => uriOfConcept(one, baseUrl);
  const relations = literals === 'plain' ? completeRelations(concept) : statedRelations(concept);
  return {
    uri: uriOf(concept),
    nodeType,
    isOrdered,
    isStated,
    values: literals === 'plain' ? plainValues(concept) : valuesWithIds(concept),
    relations: relations.flatMap(({ predicate, end }) =>
      predicate === undefined ? [] : [{ predicate, uri: uriOf(end) }],
    ),
    ...(list.length > 0 ? { memberList: list.map(uriOf) } : {}),
  };
}

type Relation = { readonly predicate: Iri | undefined; readonly end: Known };

function statedRelations({ from, to }: ExportedConcept): readonly Relation[] {
  return [
    ...from.map((end) => ({ predicate: relationPredicate(end.relationType), end })),
    ...to.map((end) => ({ predicate: inversePredicate(end.relationType), end })),
  ];
}

/**
 * Each relation once and from both ends, in the order of their names: other software does not infer the one from the other. Of what is only pointed at by concepts
 * of ours, such as the end of a mapping, nothing is told.
 */
function completeRelations({ nodeType, isStated, from, to }: ExportedConcept): readonly Relation[] {
  const relations = [
    ...from.map((end) => ({
      predicate: relationPredicate(hierarchyRelation(end.relationType, nodeType)),
      end,
    })),
    ...to.flatMap((end) => {
      const mirrored = isStated ? relationFromOtherEnd(end.relationType) : undefined;
      const below = hierarchyRelation(end.relationType, end.nodeType);
      return [
        { predicate: inversePredicate(below), end },
        ...(mirrored === undefined ? [] : [{ predicate: relationPredicate(mirrored), end }]),
      ];
    }),
  ];
  const byName = new Map(relations.map((one) => [`${one.predicate} ${one.end.conceptId}`, one]));
  return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? []);
}

type Known = Pick<ExportedConcept, 'conceptId' | 'legacyId'>;
type Value = ExportedConcept['values'][number];

/** The URI by which a file named the concept, where it still leads to the concept when it is read again. */
function uriOfConcept({ conceptId, legacyId }: Known, baseUrl: string): Iri {
  const isIri = legacyId !== null && isAbsoluteIri(legacyId) && toIri(legacyId) === legacyId;
  return isIri && conceptIdFromUri(legacyId) === conceptId
    ? legacyId
    : conceptUri(baseUrl, conceptId);
}

function plainValue({ valueType, language, text, predicate, datatype }: Value): SkosValue {
  return { type: valueType, language, text, predicate, datatype };
}

/** A scheme has its label as a title, and besides as what other software takes for a label. */
function plainValues({ nodeType, values }: ExportedConcept): readonly SkosValue[] {
  const plain = values.map(plainValue);
  if (nodeType !== 'ConceptScheme') return plain;
  const isLabel = ({ type, datatype }: SkosValue): boolean =>
    type === 'prefLabel' && datatype === null;
  const said = new Set(
    plain
      .filter(({ predicate }) => predicate === prefLabel)
      .map(({ language, text }) => `${language ?? ''} ${text}`),
  );
  const titles = plain.filter(
    (value) => isLabel(value) && !said.has(`${value.language ?? ''} ${value.text}`),
  );
  return [...plain, ...titles.map((title) => ({ ...title, predicate: prefLabel }))];
}

/** Texts whose ids follow from them stay plain; any other is written with its id, as the Arches platform does. */
function valuesWithIds({ conceptId, values }: ExportedConcept): readonly SkosValue[] {
  const contents = values.map((value) => ({ conceptId, ...value }));
  const amounts = Map.groupBy(contents, contentKey);
  const isPlain = ({ language, text, ...rest }: (typeof contents)[number]): boolean =>
    readSkosLabel(text).text === text &&
    (language === null || languageLiteral(text, language).language === language) &&
    amounts.get(contentKey({ ...rest, language, text }))?.length === 1;
  let plain = contents.filter(isPlain);
  for (let before = -1; before !== plain.length;) {
    before = plain.length;
    const made = deriveValueIds(plain);
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
