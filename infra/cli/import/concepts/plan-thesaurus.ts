import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { ConceptId, ConceptValueId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type {
  StoredThesaurusConcept,
  StoredThesaurusValue,
  StoredThesaurus,
} from './queries/stored-thesaurus.ts';
import { combineClasses, makeLostClassValues, convertToNodeType } from './concept-class.ts';
import { addDerivedIds } from './identify-values.ts';
import { planRelations } from './plan-relations.ts';
import { planValues } from './plan-values.ts';
import type { ImportedConcept, ImportedRelation, Thesaurus } from './thesaurus.ts';

/** Whether an import only adds to the stored concepts, or makes the concepts that it describes equal to the files. */
export type ImportMode = 'merge' | 'overwrite';

/** The planned changes of an import of a thesaurus. */
export type ThesaurusPlan = {
  readonly concepts: readonly StoredThesaurusConcept[];
  readonly values: readonly StoredThesaurusValue[];
  readonly relations: readonly ImportedRelation[];
  /** Stored values that the files no longer have. Those that are not used are removed. */
  readonly obsolete: readonly StoredThesaurusValue[];
  readonly problems: readonly Problem[];
};

/**
 * Plans the changes that store a thesaurus. There are none if it is already stored.
 * @param stored the stored concepts of the thesaurus, with their values and relations
 * @param completeIds the ids of concepts that are made equal to the thesaurus
 */
export function planThesaurus(
  thesaurus: Thesaurus,
  stored: StoredThesaurus,
  completeIds: ReadonlySet<ConceptId>,
): ThesaurusPlan {
  const storedConcepts = new Map(stored.concepts.map((concept) => [concept.conceptId, concept]));
  const plannedConcepts = thesaurus.concepts.map((concept) =>
    planConcept(concept, storedConcepts.get(concept.conceptId), completeIds.has(concept.conceptId)),
  );
  const values = planAllValues(thesaurus, stored, plannedConcepts, completeIds);
  return {
    concepts: plannedConcepts.filter(
      (concept) => !isEqualValue(storedConcepts.get(concept.conceptId), concept),
    ),
    values: values.flatMap(({ valuesToWrite }) => valuesToWrite),
    relations: planRelations(thesaurus.relations, stored.relations, completeIds),
    obsolete: values
      .flatMap(({ unmatched }) => unmatched)
      .filter(({ conceptId }) => completeIds.has(conceptId)),
    problems: values.flatMap(({ problems }) => problems),
  };
}

function planAllValues(
  thesaurus: Thesaurus,
  stored: StoredThesaurus,
  plannedConcepts: readonly StoredThesaurusConcept[],
  completeIds: ReadonlySet<ConceptId>,
) {
  const incomingValues = Map.groupBy(thesaurus.values, ({ conceptId }) => conceptId);
  const storedValues = Map.groupBy(stored.values, ({ conceptId }) => conceptId);
  const conceptIdsByValue = new Map(
    stored.values.map(({ valueId, conceptId }) => [valueId, conceptId]),
  );
  const incomingConcepts = new Map(
    thesaurus.concepts.map((concept) => [concept.conceptId, concept]),
  );
  const storedConcepts = new Map(stored.concepts.map((concept) => [concept.conceptId, concept]));
  return plannedConcepts.map((concept) => {
    const { conceptId, nodeType } = concept;
    const incomingConcept = incomingConcepts.get(conceptId) ?? concept;
    const storedConcept = storedConcepts.get(conceptId) ?? concept;
    const values = [
      ...(incomingValues.get(conceptId) ?? []).map((value) =>
        convertToNodeType(value, incomingConcept.nodeType, nodeType),
      ),
      ...addDerivedIds([
        ...makeLostClassValues(conceptId, incomingConcept, concept),
        ...(completeIds.has(conceptId)
          ? []
          : makeLostClassValues(conceptId, storedConcept, concept)),
      ]),
    ];
    const idsOfOtherConcepts = new Set<ConceptValueId>(
      values
        .map(({ valueId }) => valueId)
        .filter((id) => (conceptIdsByValue.get(id) ?? conceptId) !== conceptId),
    );
    return planValues(values, storedValues.get(conceptId) ?? [], idsOfOtherConcepts, (value) =>
      convertToNodeType(value, storedConcept.nodeType, nodeType),
    );
  });
}

/** Returns the concept to store: the incoming one if it is described completely, otherwise the stored one combined with it. */
function planConcept(
  concept: ImportedConcept,
  storedConcept: StoredThesaurusConcept | undefined,
  isComplete: boolean,
): StoredThesaurusConcept {
  const { conceptId, nodeType, legacyId, isClassStated, isOrdered } = concept;
  const incoming = { conceptId, nodeType, legacyId, isClassStated, isOrdered };
  if (storedConcept === undefined) return incoming;
  return {
    ...(isComplete ? incoming : { conceptId, ...combineClasses(storedConcept, incoming) }),
    legacyId: storedConcept.legacyId ?? legacyId,
  };
}
