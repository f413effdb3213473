import type { ConceptNodeType } from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning, listExamples } from '../import-problems.ts';
import { combineClasses, lostClassValues, withNodeType } from './concept-class.ts';
import { identifyValues, type ImportedValue, type ParsedValue } from './identify-values.ts';

export type ImportedConcept = {
  readonly conceptId: ConceptId;
  readonly nodeType: ConceptNodeType;
  /** Its URI in the file. */
  readonly legacyId: string;
  /** Whether the file states its class. */
  readonly isClassStated: boolean;
  /** Whether it is a collection that keeps its members in order. */
  readonly isOrdered: boolean;
  /** Whether the file has other statements about it; false if it is only the end of a relation. */
  readonly isDescribed: boolean;
};

/** From the broader concept to the narrower one, or from a collection to its member; other relations as the file has them. */
export type ImportedRelation = {
  readonly fromId: ConceptId;
  readonly toId: ConceptId;
  /** narrower, hasTopConcept, related, member, closeMatch, … */
  readonly relationType: string;
  /** Whether a file states it, and whether one states its inverse. */
  readonly isStated: boolean;
  readonly isInverseStated: boolean;
  /** The position in the list of the members of a collection, from 0; null outside of such a list. */
  readonly position: number | null;
};

export type Thesaurus = {
  readonly concepts: readonly ImportedConcept[];
  readonly values: readonly ImportedValue[];
  readonly relations: readonly ImportedRelation[];
  readonly problems: readonly Problem[];
};

/**
 * Merges thesauri of several files. A scheme or collection of one file keeps its class, even if another file only mentions it as a
 * concept.
 * @returns as problems only the conflicts between files; those of a single file are reported when it is read
 */
export function mergeThesauri(thesauri: readonly Thesaurus[]): Thesaurus {
  const concepts = new Map<ConceptId, ImportedConcept>();
  for (const concept of thesauri.flatMap((thesaurus) => thesaurus.concepts)) {
    const existing = concepts.get(concept.conceptId);
    concepts.set(
      concept.conceptId,
      existing === undefined ? concept : mergeConcept(existing, concept),
    );
  }
  const { values, problems: conflicts } = identifyValues(
    thesauri.flatMap((thesaurus) => valuesWithLostClasses(concepts, thesaurus)),
  );
  return {
    concepts: [...concepts.values()],
    values,
    relations: combineRelations(thesauri.flatMap(({ relations }) => relations)),
    problems: mergeConflicts(conflicts),
  };
}

/**
 * The values of a thesaurus. If a concept gets another class by the merge, its values are converted to it, and a further value keeps the class
 * that the file states.
 */
function valuesWithLostClasses(
  merged: ReadonlyMap<ConceptId, ImportedConcept>,
  { concepts, values }: Thesaurus,
): readonly ParsedValue[] {
  const conceptsById = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  return [
    ...values.map(({ valueId, hasOwnId, ...value }): ParsedValue => {
      const from = conceptsById.get(value.conceptId)?.nodeType ?? 'Concept';
      const to = merged.get(value.conceptId)?.nodeType ?? from;
      return { ...withNodeType(value, from, to), ownId: hasOwnId ? valueId : null };
    }),
    ...concepts.flatMap((concept) =>
      lostClassValues(concept.conceptId, concept, merged.get(concept.conceptId) ?? concept),
    ),
  ];
}

/** Texts about conflicts between files. Exports of one thesaurus of different dates can have hundreds. */
const conflictTexts: Readonly<Record<string, readonly [difference: string, result: string]>> = {
  duplicate_value: ['with different texts', 'The first text stays.'],
  shared_value_id: [
    'with different types, languages or properties',
    'All are kept; the first has the id.',
  ],
};

/** Merges conflicts of a kind into one warning. */
function mergeConflicts(conflicts: readonly Problem[]): readonly Problem[] {
  return [...Map.groupBy(conflicts, ({ code }) => code)].flatMap(([code, conflictsOfCode]) => {
    const texts = conflictTexts[code];
    if (texts === undefined || conflictsOfCode.length === 1) return conflictsOfCode;
    const [difference, result] = texts;
    const conceptIds = [...new Set(conflictsOfCode.flatMap(({ record }) => record ?? []))];
    const message = `${conflictsOfCode.length} values are in several files ${difference}, for example those of the concepts ${listExamples(conceptIds)}. ${result}`;
    return [importWarning(code, message)];
  });
}

/** The concepts that have a prefLabel, except schemes and collections. */
export function labelledConcepts({ concepts, values }: Thesaurus): readonly ImportedConcept[] {
  const labelled = new Set(
    values.filter(({ valueType }) => valueType === 'prefLabel').map(({ conceptId }) => conceptId),
  );
  return concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && labelled.has(conceptId),
  );
}

/** The concepts without a prefLabel, except schemes and collections. Most are only mentioned, for example as ends of mappings. */
export function unlabelledConcepts(thesaurus: Thesaurus): readonly ImportedConcept[] {
  const labelled = new Set(labelledConcepts(thesaurus));
  return thesaurus.concepts.filter(
    (concept) => concept.nodeType === 'Concept' && !labelled.has(concept),
  );
}

function mergeConcept(existing: ImportedConcept, added: ImportedConcept): ImportedConcept {
  const first = added.isDescribed && !existing.isDescribed ? added : existing;
  return {
    ...first,
    ...combineClasses(existing, added),
    isDescribed: existing.isDescribed || added.isDescribed,
  };
}

/** A key that equal relations share. */
export const relationKey = (
  relation: Pick<ImportedRelation, 'fromId' | 'relationType' | 'toId'>,
): string => `${relation.fromId} ${relation.relationType} ${relation.toId}`;

/** Combines repeated relations with all their statements. */
export function combineRelations(
  relations: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const byKey = new Map<string, ImportedRelation>();
  for (const relation of relations) {
    const existing = byKey.get(relationKey(relation));
    byKey.set(relationKey(relation), {
      ...relation,
      isStated: relation.isStated || existing?.isStated === true,
      isInverseStated: relation.isInverseStated || existing?.isInverseStated === true,
      position: existing?.position ?? relation.position,
    });
  }
  return [...byKey.values()];
}
