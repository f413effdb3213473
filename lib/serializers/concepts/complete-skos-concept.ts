import type { ConceptIdentity } from '../../model/concepts/foreign-uris.ts';
import {
  correctHierarchyRelation,
  inversePredicateOf,
  prefLabel,
  oppositeRelationTypeOf,
  predicateOfRelation,
} from '../../model/concepts/skos-terms.ts';
import type { ExportedConcept } from '../../queries/concepts/exported-concepts.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { SkosConcept, SkosValue } from './skos-nodes.ts';

/** A relation to another concept; its predicate is undefined if the relation has none in this direction. */
export type ConceptRelation = {
  readonly predicate: Iri | undefined;
  readonly otherConcept: ConceptIdentity;
};

/**
 * Converts a concept to SKOS for other software: values are plain texts, and implied statements are written too.
 * @rule Thesaurus: How is a concept written as SKOS, by the service and by the command line?
 */
export function toCompleteSkosConcept(
  concept: ExportedConcept,
  uriOf: (concept: ConceptIdentity) => Iri,
): SkosConcept {
  return createSkosConcept(concept, {
    uriOf,
    values: toPlainValues(concept),
    relations: listAllRelations(concept),
  });
}

/** Describes a concept with the given values and relations. Relations without a predicate are left out. */
export function createSkosConcept(
  concept: ExportedConcept,
  {
    uriOf,
    values,
    relations,
  }: {
    readonly uriOf: (concept: ConceptIdentity) => Iri;
    readonly values: readonly SkosValue[];
    readonly relations: readonly ConceptRelation[];
  },
): SkosConcept {
  const { nodeType, isClassStated, isOrdered, list } = concept;
  return {
    uri: uriOf(concept),
    nodeType,
    isOrdered,
    isClassStated,
    values,
    relations: relations.flatMap(({ predicate, otherConcept }) =>
      predicate === undefined ? [] : [{ predicate, uri: uriOf(otherConcept) }],
    ),
    ...(list.length > 0 ? { memberList: list.map(uriOf) } : {}),
  };
}

/**
 * Returns each relation once, ordered by its predicate and the id of the other concept. Relations that are stored at the other concept
 * are included, because other software does not infer them. A concept that only occurs as the object of relations, such as mappings,
 * gets no relations.
 */
function listAllRelations({
  nodeType,
  isClassStated,
  from,
  to,
}: ExportedConcept): readonly ConceptRelation[] {
  const relations = [
    ...from.map((otherConcept) => ({
      predicate: predicateOfRelation(correctHierarchyRelation(otherConcept.relationType, nodeType)),
      otherConcept,
    })),
    ...to.flatMap((otherConcept) => {
      const oppositeType = isClassStated
        ? oppositeRelationTypeOf(otherConcept.relationType)
        : undefined;
      const relationType = correctHierarchyRelation(
        otherConcept.relationType,
        otherConcept.nodeType,
      );
      return [
        { predicate: inversePredicateOf(relationType), otherConcept },
        ...(oppositeType === undefined
          ? []
          : [{ predicate: predicateOfRelation(oppositeType), otherConcept }]),
      ];
    }),
  ];
  const relationsByKey = new Map(
    relations.map((relation) => [
      `${relation.predicate} ${relation.otherConcept.conceptId}`,
      relation,
    ]),
  );
  return [...relationsByKey.keys()].toSorted().flatMap((key) => relationsByKey.get(key) ?? []);
}

type Value = ExportedConcept['values'][number];

/** A value as a plain text, without its id. */
export function toPlainValue({ valueType, language, text, predicate, datatype }: Value): SkosValue {
  return { type: valueType, language, text, predicate, datatype };
}

/** Returns the values as plain texts. A scheme has its label as a title, which is written as a prefLabel too, for other software. */
function toPlainValues({ nodeType, values }: ExportedConcept): readonly SkosValue[] {
  const plainTexts = values.map(toPlainValue);
  if (nodeType !== 'ConceptScheme') return plainTexts;
  const isLabel = ({ type, datatype }: SkosValue): boolean =>
    type === 'prefLabel' && datatype === null;
  const labelKeys = new Set(
    plainTexts
      .filter(({ predicate }) => predicate === prefLabel)
      .map(({ language, text }) => `${language ?? ''} ${text}`),
  );
  const titles = plainTexts.filter(
    (value) => isLabel(value) && !labelKeys.has(`${value.language ?? ''} ${value.text}`),
  );
  return [...plainTexts, ...titles.map((title) => ({ ...title, predicate: prefLabel }))];
}
