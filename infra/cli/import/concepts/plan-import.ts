import type { ConceptId, ConceptValueId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type {
  StoredConcept,
  StoredConceptValue,
  StoredThesaurus,
} from '../../../queries/stored-thesaurus.ts';
import type { ConceptValue } from './identify-values.ts';
import { planRelations } from './plan-relations.ts';
import { planValues } from './plan-values.ts';
import type { Concept, ConceptRelation, Thesaurus } from './thesaurus.ts';

/** What an import does with what is stored: adds to it, or makes what its files describe exactly what they say. */
export type ImportMode = 'merge' | 'overwrite';

/** What an import of a thesaurus writes. */
export type ThesaurusPlan = {
  readonly concepts: readonly StoredConcept[];
  readonly values: readonly StoredConceptValue[];
  readonly relations: readonly ConceptRelation[];
  /** Values that the files should have and do not, so that they go unless something uses them. */
  readonly vanished: readonly StoredConceptValue[];
  readonly problems: readonly Problem[];
};

/**
 * Plans what is written of a thesaurus: nothing where all of it is stored.
 * @param stored the concepts that the thesaurus has, as they are stored, with their values and relations
 * @param exact the concepts that are made exactly what the thesaurus says
 */
export function planImport(
  thesaurus: Thesaurus,
  stored: StoredThesaurus,
  exact: ReadonlySet<ConceptId>,
): ThesaurusPlan {
  const known = new Map(stored.concepts.map((concept) => [concept.conceptId, concept]));
  const values = planAllValues(thesaurus, stored);
  return {
    concepts: thesaurus.concepts.flatMap((concept) =>
      plannedConcept(concept, known.get(concept.conceptId), exact.has(concept.conceptId)),
    ),
    values: values.flatMap(({ writes }) => writes),
    relations: planRelations(thesaurus.relations, stored.relations, exact),
    vanished: values.flatMap(({ left }) => left).filter(({ conceptId }) => exact.has(conceptId)),
    problems: values.flatMap(({ problems }) => problems),
  };
}

function planAllValues(thesaurus: Thesaurus, stored: StoredThesaurus) {
  const incoming = Map.groupBy(thesaurus.values, ({ conceptId }) => conceptId);
  const before = Map.groupBy(stored.values, ({ conceptId }) => conceptId);
  const owners = new Map(stored.values.map(({ valueId, conceptId }) => [valueId, conceptId]));
  return thesaurus.concepts.map(({ conceptId }) => {
    const values: readonly ConceptValue[] = incoming.get(conceptId) ?? [];
    const elsewhere = new Set<ConceptValueId>(
      values
        .map(({ valueId }) => valueId)
        .filter((id) => (owners.get(id) ?? conceptId) !== conceptId),
    );
    return planValues(values, before.get(conceptId) ?? [], elsewhere);
  });
}

/** The concept as it is to be stored; nothing where it is stored so. */
function plannedConcept(
  concept: Concept,
  known: StoredConcept | undefined,
  isExact: boolean,
): readonly StoredConcept[] {
  const { conceptId, nodeType, legacyId, isStated, isOrdered } = concept;
  const incoming = { conceptId, nodeType, legacyId, isStated, isOrdered };
  if (known === undefined) return [incoming];
  const isWeaker = nodeType === 'Concept' || (known.isStated && !isStated);
  const planned: StoredConcept = {
    conceptId,
    nodeType: isWeaker && !isExact ? known.nodeType : nodeType,
    legacyId: known.legacyId ?? legacyId,
    isStated: isStated || (known.isStated && !isExact),
    isOrdered: isOrdered || (known.isOrdered && !isExact),
  };
  return isSame(known, planned) ? [] : [planned];
}

function isSame(one: StoredConcept, other: StoredConcept): boolean {
  return (
    one.nodeType === other.nodeType &&
    one.legacyId === other.legacyId &&
    one.isStated === other.isStated &&
    one.isOrdered === other.isOrdered
  );
}
