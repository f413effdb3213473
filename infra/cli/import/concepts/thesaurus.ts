import type { ConceptNodeType } from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning, listExamples } from '../import-problems.ts';
import { combineClasses, makeLostClassValues, convertToNodeType } from './concept-class.ts';
import { identifyValues, type ImportedValue, type ParsedValue } from './identify-values.ts';

export type ImportedConcept = {
  readonly conceptId: ConceptId;
  readonly nodeType: ConceptNodeType;
  /** The URI in the file. */
  readonly legacyId: string;
  /** Whether the file states its class. */
  readonly isClassStated: boolean;
  /** Whether it is a collection whose members have an order. */
  readonly isOrdered: boolean;
  /** Whether the file has statements about it. False if it is only mentioned, as the object of a relation. */
  readonly isDescribed: boolean;
};

/** A relation from the broader to the narrower concept, or from a collection to a member; others have the direction of the file. */
export type ImportedRelation = {
  readonly fromId: ConceptId;
  readonly toId: ConceptId;
  /** narrower, hasTopConcept, related, member, closeMatch, … */
  readonly relationType: string;
  /** Whether a file states the relation. */
  readonly isStated: boolean;
  /** Whether a file states the inverse relation. */
  readonly isInverseStated: boolean;
  /** The position of a member in the ordered list of its collection, from 0; null if it is in no such list. */
  readonly position: number | null;
};

export type Thesaurus = {
  readonly concepts: readonly ImportedConcept[];
  readonly values: readonly ImportedValue[];
  readonly relations: readonly ImportedRelation[];
  readonly problems: readonly Problem[];
};

/**
 * Merges the thesauri of several files. A scheme or collection keeps its class, even if another file only mentions it as a concept.
 * @returns the thesaurus, whose problems are only the conflicts between files: those of a single file are reported when it is read
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
    thesauri.flatMap((thesaurus) => listConvertedValues(concepts, thesaurus)),
  );
  return {
    concepts: [...concepts.values()],
    values,
    relations: combineRelations(thesauri.flatMap(({ relations }) => relations)),
    problems: mergeConflicts(conflicts),
  };
}

/**
 * Lists the values of a thesaurus. If a concept gets another class in the merge, its values are converted to it, and a further value keeps
 * the class that the file states.
 */
function listConvertedValues(
  merged: ReadonlyMap<ConceptId, ImportedConcept>,
  { concepts, values }: Thesaurus,
): readonly ParsedValue[] {
  const conceptsById = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  return [
    ...values.map(({ valueId, hasIdInFile, ...value }): ParsedValue => {
      const from = conceptsById.get(value.conceptId)?.nodeType ?? 'Concept';
      const to = merged.get(value.conceptId)?.nodeType ?? from;
      return { ...convertToNodeType(value, from, to), idInFile: hasIdInFile ? valueId : null };
    }),
    ...concepts.flatMap((concept) =>
      makeLostClassValues(concept.conceptId, concept, merged.get(concept.conceptId) ?? concept),
    ),
  ];
}

/** The texts of warnings about conflicts between files. */
const conflictTexts: Readonly<Record<string, readonly [difference: string, result: string]>> = {
  duplicate_value: ['with different texts', 'Only the first is imported.'],
  shared_value_id: [
    'with different types, languages or properties',
    'All are imported. The first keeps the id, the others get other ids.',
  ],
};

/** Merges the conflicts of each kind into one warning, because exports of one thesaurus of different dates may have hundreds. */
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

/** Lists the concepts with a prefLabel, except schemes and collections. */
export function listLabelledConcepts({ concepts, values }: Thesaurus): readonly ImportedConcept[] {
  const labelled = new Set(
    values.filter(({ valueType }) => valueType === 'prefLabel').map(({ conceptId }) => conceptId),
  );
  return concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && labelled.has(conceptId),
  );
}

/** Lists the concepts without a prefLabel, except schemes and collections. Most are only mentioned, for example as ends of mappings. */
export function listUnlabelledConcepts(thesaurus: Thesaurus): readonly ImportedConcept[] {
  const labelled = new Set(listLabelledConcepts(thesaurus));
  return thesaurus.concepts.filter(
    (concept) => concept.nodeType === 'Concept' && !labelled.has(concept),
  );
}

function mergeConcept(existing: ImportedConcept, added: ImportedConcept): ImportedConcept {
  const preferred = added.isDescribed && !existing.isDescribed ? added : existing;
  return {
    ...preferred,
    ...combineClasses(existing, added),
    isDescribed: existing.isDescribed || added.isDescribed,
  };
}

/** Returns a key that only equal relations share. */
export const relationKey = (
  relation: Pick<ImportedRelation, 'fromId' | 'relationType' | 'toId'>,
): string => `${relation.fromId} ${relation.relationType} ${relation.toId}`;

/** Combines repeated relations into one with all their statements. */
export function combineRelations(
  relations: readonly ImportedRelation[],
): readonly ImportedRelation[] {
  const relationsByKey = new Map<string, ImportedRelation>();
  for (const relation of relations) {
    const existing = relationsByKey.get(relationKey(relation));
    relationsByKey.set(relationKey(relation), {
      ...relation,
      isStated: relation.isStated || existing?.isStated === true,
      isInverseStated: relation.isInverseStated || existing?.isInverseStated === true,
      position: existing?.position ?? relation.position,
    });
  }
  return [...relationsByKey.values()];
}
