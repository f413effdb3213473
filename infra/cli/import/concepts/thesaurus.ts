import type { ConceptNodeType } from '../../../../lib/model/concepts/skos-terms.ts';
import {
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

export type Concept = {
  readonly conceptId: ConceptId;
  readonly nodeType: ConceptNodeType;
  /** The URI under which the file knows it. */
  readonly legacyId: string;
  /** Whether the file says of itself what it is; false where it is only mentioned as the end of a relation. */
  readonly isDescribed: boolean;
};

/** A label, note, identifier or other text of a concept. Tiles hold the ids of values. */
export type ConceptValue = {
  readonly valueId: ConceptValueId;
  readonly conceptId: ConceptId;
  /** prefLabel, altLabel, scopeNote, identifier, sortorder, … */
  readonly valueType: string;
  /** Language tag as given. */
  readonly language: string | null;
  readonly text: string;
};

/** From the broader side to the narrower one, or from a collection to its member. */
export type ConceptRelation = {
  readonly fromId: ConceptId;
  readonly toId: ConceptId;
  /** narrower, hasTopConcept, related, member, closeMatch, … */
  readonly relationType: string;
  /** Whether a file says it, and whether one says its inverse. */
  readonly isStated: boolean;
  readonly isInverseStated: boolean;
};

export type Thesaurus = {
  readonly concepts: readonly Concept[];
  readonly values: readonly ConceptValue[];
  readonly relations: readonly ConceptRelation[];
  readonly problems: readonly Problem[];
};

/**
 * Puts thesauri of several files together: what they have in common stays once. A scheme or collection
 * that one file shows as such is one, even where another only mentions it as a concept.
 */
export function mergeThesauri(thesauri: readonly Thesaurus[]): Thesaurus {
  const concepts = new Map<ConceptId, Concept>();
  for (const concept of thesauri.flatMap((thesaurus) => thesaurus.concepts)) {
    const known = concepts.get(concept.conceptId);
    concepts.set(concept.conceptId, known === undefined ? concept : mergeConcept(known, concept));
  }
  const values = new Map<ConceptValueId, ConceptValue>();
  const conflicts = thesauri
    .flatMap((thesaurus) => thesaurus.values)
    .flatMap((value) => addValue(value, values) ?? [])
    .filter(({ code }) => code === 'shared_value_id');
  return {
    concepts: [...concepts.values()],
    values: [...values.values()],
    relations: mergeRelations(thesauri.flatMap(({ relations }) => relations)),
    problems: [...thesauri.flatMap(({ problems }) => problems), ...conflicts],
  };
}

/** The id of a value for which the file has none: the same for the same content. */
export function madeValueId(value: Omit<ConceptValue, 'valueId'>): ConceptValueId {
  const { conceptId, valueType, language, text } = value;
  return parseConceptValueId(nameUuid(conceptId, `${valueType} ${language ?? ''} ${text}`));
}

/**
 * Adds a value to those known by id. One that shares the id and text of another, but not its type or
 * language, gets an id of its own; one that shares the id with a different text is left out.
 * @returns a warning in either case, null where nothing is wrong
 */
export function addValue(
  value: ConceptValue,
  values: Map<ConceptValueId, ConceptValue>,
): Problem | null {
  const known = values.get(value.valueId);
  if (known === undefined || isSameValue(known, value)) {
    // Collections often repeat a label of the thesaurus without its language.
    if (known === undefined || known.language === null) values.set(value.valueId, value);
    return null;
  }
  if (known.conceptId !== value.conceptId || known.text !== value.text) {
    const message = `The value ${value.valueId} is there twice with different content: the first stays.`;
    return warning('duplicate_value', message, value.conceptId);
  }
  const valueId = madeValueId(value);
  if (values.has(valueId)) return null;
  values.set(valueId, { ...value, valueId });
  const message = `The value ${value.valueId} is there twice with different types or languages: the second has the id ${valueId}.`;
  return warning('shared_value_id', message, value.conceptId);
}

/** A warning about a concept, or about a node that has no id. */
export function warning(code: string, message: string, conceptId?: ConceptId): Problem {
  const record = conceptId === undefined ? {} : { record: conceptId };
  return { severity: 'warning', code, pointer: '', message, ...record };
}

/** The concepts (schemes and collections apart) that have a prefLabel. */
export function labelledConcepts(thesaurus: Thesaurus): readonly Concept[] {
  const labelled = labelledIds(thesaurus);
  return thesaurus.concepts.filter(
    ({ conceptId, nodeType }) => nodeType === 'Concept' && labelled.has(conceptId),
  );
}

/** The concepts (schemes and collections apart) without a prefLabel, most of them only mentioned. */
export function unlabelledConcepts(thesaurus: Thesaurus): readonly Concept[] {
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

function isSameValue(one: ConceptValue, other: ConceptValue): boolean {
  const isSameLanguage =
    one.language === null ||
    other.language === null ||
    one.language.toLowerCase() === other.language.toLowerCase();
  return (
    isSameLanguage &&
    one.conceptId === other.conceptId &&
    one.valueType === other.valueType &&
    one.text === other.text
  );
}

function mergeConcept(known: Concept, other: Concept): Concept {
  const isBetter = other.nodeType !== 'Concept' && known.nodeType === 'Concept';
  const first = isBetter || (other.isDescribed && !known.isDescribed) ? other : known;
  return {
    ...first,
    nodeType: isBetter ? other.nodeType : known.nodeType,
    isDescribed: known.isDescribed || other.isDescribed,
  };
}

/** Each relation once, with all that is stated of it. */
export function mergeRelations(relations: readonly ConceptRelation[]): readonly ConceptRelation[] {
  const byKey = new Map<string, ConceptRelation>();
  for (const relation of relations) {
    const key = `${relation.fromId} ${relation.relationType} ${relation.toId}`;
    const known = byKey.get(key);
    byKey.set(key, {
      ...relation,
      isStated: relation.isStated || known?.isStated === true,
      isInverseStated: relation.isInverseStated || known?.isInverseStated === true,
    });
  }
  return [...byKey.values()];
}
