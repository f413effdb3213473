import type { ConceptNodeType } from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning, listExamples } from '../import-problems.ts';
import { combineClasses, lostClassValues, withNodeType } from './concept-class.ts';
import { identifyValues, type ImportedValue, type ParsedValue } from './identify-values.ts';

export type ImportedConcept = {
  readonly conceptId: ConceptId;
  readonly nodeType: ConceptNodeType;
  /** The URI under which the file knows it. */
  readonly legacyId: string;
  /** Whether the file says what it is: a concept, a scheme, a collection. */
  readonly isStated: boolean;
  /** Whether it is a collection that keeps its members in order. */
  readonly isOrdered: boolean;
  /** Whether the file says anything else of it; false where it is only mentioned as the end of a relation. */
  readonly isDescribed: boolean;
};

/** From the broader side to the narrower one, or from a collection to its member. */
export type ImportedRelation = {
  readonly fromId: ConceptId;
  readonly toId: ConceptId;
  /** narrower, hasTopConcept, related, member, closeMatch, … */
  readonly relationType: string;
  /** Whether a file says it, and whether one says its inverse. */
  readonly isStated: boolean;
  readonly isInverseStated: boolean;
  /** The place in the list of the members of a collection, from 0; null outside of such a list. */
  readonly position: number | null;
};

export type Thesaurus = {
  readonly concepts: readonly ImportedConcept[];
  readonly values: readonly ImportedValue[];
  readonly relations: readonly ImportedRelation[];
  readonly problems: readonly Problem[];
};

/**
 * Puts thesauri of several files together: what they have in common stays once. A scheme or collection
 * that one file shows as such is one, even where another only mentions it as a concept.
 */
export function mergeThesauri(thesauri: readonly Thesaurus[]): Thesaurus {
  const concepts = new Map<ConceptId, ImportedConcept>();
  for (const concept of thesauri.flatMap((thesaurus) => thesaurus.concepts)) {
    const known = concepts.get(concept.conceptId);
    concepts.set(concept.conceptId, known === undefined ? concept : mergeConcept(known, concept));
  }
  const { values, problems: conflicts } = identifyValues(
    thesauri.flatMap((thesaurus) => valuesUnder(concepts, thesaurus)),
  );
  return {
    concepts: [...concepts.values()],
    values,
    relations: combineRelations(thesauri.flatMap(({ relations }) => relations)),
    problems: mergeConflicts(conflicts),
  };
}

/** The values of a thesaurus, and the classes that it gives to concepts that are something else when all is put together. */
function valuesUnder(
  merged: ReadonlyMap<ConceptId, ImportedConcept>,
  { concepts, values }: Thesaurus,
): readonly ParsedValue[] {
  const own = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  return [
    ...values.map(({ valueId, hasOwnId, ...value }): ParsedValue => {
      const from = own.get(value.conceptId)?.nodeType ?? 'Concept';
      const to = merged.get(value.conceptId)?.nodeType ?? from;
      return { ...withNodeType(value, from, to), ownId: hasOwnId ? valueId : null };
    }),
    ...concepts.flatMap((concept) =>
      lostClassValues(concept.conceptId, concept, merged.get(concept.conceptId) ?? concept),
    ),
  ];
}

/** What is said of conflicts between files, of which there may be hundreds where the files are of different times. */
const conflictWords: Readonly<Record<string, readonly [what: string, consequence: string]>> = {
  duplicate_value: ['with different texts', 'The first text stays.'],
  shared_value_id: [
    'with different types, languages or properties',
    'All are kept; the first has the id.',
  ],
};

/** Conflicts of a kind in one warning. */
function mergeConflicts(conflicts: readonly Problem[]): readonly Problem[] {
  return [...Map.groupBy(conflicts, ({ code }) => code)].flatMap(([code, found]) => {
    const words = conflictWords[code];
    if (words === undefined || found.length === 1) return found;
    const [what, consequence] = words;
    const concepts = [...new Set(found.flatMap(({ record }) => record ?? []))];
    const message = `Values that stand in several files ${what}: ${found.length}, for example of the concepts ${listExamples(concepts)}. ${consequence}`;
    return [importWarning(code, message)];
  });
}

/** The concepts (schemes and collections apart) that have a prefLabel. */
export function labelledConcepts(thesaurus: Thesaurus): readonly ImportedConcept[] {
  const labelled = labelledIds(thesaurus);
  return thesaurus.concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && labelled.has(conceptId),
  );
}

/** The concepts (schemes and collections apart) without a prefLabel, most of them only mentioned. */
export function unlabelledConcepts(thesaurus: Thesaurus): readonly ImportedConcept[] {
  const labelled = labelledIds(thesaurus);
  return thesaurus.concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && !labelled.has(conceptId),
  );
}

function labelledIds({ values }: Thesaurus): ReadonlySet<ConceptId> {
  return new Set(
    values.filter(({ valueType }) => valueType === 'prefLabel').map(({ conceptId }) => conceptId),
  );
}

function mergeConcept(known: ImportedConcept, other: ImportedConcept): ImportedConcept {
  const first = other.isDescribed && !known.isDescribed ? other : known;
  return {
    ...first,
    ...combineClasses(known, other),
    isDescribed: known.isDescribed || other.isDescribed,
  };
}

/** What makes a relation one and the same. */
export const relationKey = (
  relation: Pick<ImportedRelation, 'fromId' | 'relationType' | 'toId'>,
): string => `${relation.fromId} ${relation.relationType} ${relation.toId}`;

/** Each relation once, with all that is stated of it. */
export function combineRelations(
  relations: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const byKey = new Map<string, ImportedRelation>();
  for (const relation of relations) {
    const known = byKey.get(relationKey(relation));
    byKey.set(relationKey(relation), {
      ...relation,
      isStated: relation.isStated || known?.isStated === true,
      isInverseStated: relation.isInverseStated || known?.isInverseStated === true,
      position: known?.position ?? relation.position,
    });
  }
  return [...byKey.values()];
}
