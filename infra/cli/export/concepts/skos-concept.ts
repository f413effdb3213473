import {
  inversePredicate,
  relationFromObject,
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
  const { nodeType, isClassStated, isOrdered, list } = concept;
  const uriOf = (one: ConceptIdentity): Iri => uriOfConcept(one, baseUrl);
  const relations = literals === 'plain' ? completeRelations(concept) : statedRelations(concept);
  return {
    uri: uriOf(concept),
    nodeType,
    isOrdered,
    isClassStated,
    values: literals === 'plain' ? plainValues(concept) : valuesWithIds(concept),
    relations: relations.flatMap(({ predicate, end }) =>
      predicate === undefined ? [] : [{ predicate, uri: uriOf(end) }],
    ),
    ...(list.length > 0 ? { memberList: list.map(uriOf) } : {}),
  };
}

type Relation = { readonly predicate: Iri | undefined; readonly end: ConceptIdentity };

function statedRelations({ from, to }: ExportedConcept): readonly Relation[] {
  return [
    ...from.map((end) => ({ predicate: relationPredicate(end.relationType), end })),
    ...to.map((end) => ({ predicate: inversePredicate(end.relationType), end })),
  ];
}

/**
 * Returns each relation once and from both ends, in the order of their names, because other software does not infer one end from
 * the other. A concept that is only the end of relations, such as mappings, has no relations of its own.
 */
function completeRelations({
  nodeType,
  isClassStated,
  from,
  to,
}: ExportedConcept): readonly Relation[] {
  const relations = [
    ...from.map((end) => ({
      predicate: relationPredicate(hierarchyRelation(end.relationType, nodeType)),
      end,
    })),
    ...to.flatMap((end) => {
      const typeFromOtherEnd = isClassStated ? relationFromObject(end.relationType) : undefined;
      const relationType = hierarchyRelation(end.relationType, end.nodeType);
      return [
        { predicate: inversePredicate(relationType), end },
        ...(typeFromOtherEnd === undefined
          ? []
          : [{ predicate: relationPredicate(typeFromOtherEnd), end }]),
      ];
    }),
  ];
  const relationsByName = new Map(
    relations.map((relation) => [`${relation.predicate} ${relation.end.conceptId}`, relation]),
  );
  return [...relationsByName.keys()].toSorted().flatMap((name) => relationsByName.get(name) ?? []);
}

type ConceptIdentity = Pick<ExportedConcept, 'conceptId' | 'legacyId'>;
type Value = ExportedConcept['values'][number];

/** The URI that a file has for the concept, if an import derives the same id from it; otherwise a URI of this service. */
function uriOfConcept({ conceptId, legacyId }: ConceptIdentity, baseUrl: string): Iri {
  const isIri = legacyId !== null && isAbsoluteIri(legacyId) && toIri(legacyId) === legacyId;
  return isIri && conceptIdFromUri(legacyId) === conceptId
    ? legacyId
    : conceptUri(baseUrl, conceptId);
}

function plainValue({ valueType, language, text, predicate, datatype }: Value): SkosValue {
  return { type: valueType, language, text, predicate, datatype };
}

/** A scheme has its label as a title, and for other software also as a prefLabel. */
function plainValues({ nodeType, values }: ExportedConcept): readonly SkosValue[] {
  const plain = values.map(plainValue);
  if (nodeType !== 'ConceptScheme') return plain;
  const isLabel = ({ type, datatype }: SkosValue): boolean =>
    type === 'prefLabel' && datatype === null;
  const labelKeys = new Set(
    plain
      .filter(({ predicate }) => predicate === prefLabel)
      .map(({ language, text }) => `${language ?? ''} ${text}`),
  );
  const titles = plain.filter(
    (value) => isLabel(value) && !labelKeys.has(`${value.language ?? ''} ${value.text}`),
  );
  return [...plain, ...titles.map((title) => ({ ...title, predicate: prefLabel }))];
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
