import { resourceDatatype } from '../../../../lib/model/concepts/skos-terms.ts';
import {
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';

/** A value of a concept without its id. */
export type ValueContent = {
  readonly conceptId: ConceptId;
  /** prefLabel, altLabel, scopeNote, identifier, sortorder, … */
  readonly valueType: string;
  /** The language tag of the file. */
  readonly language: string | null;
  readonly text: string;
  /** The property, unless it follows from the type of the value. */
  readonly predicate: string | null;
  /** The datatype of the literal, or `resourceDatatype` if the text is the IRI of a resource that is not a concept. */
  readonly datatype: string | null;
};

/** Returns a key that two values share only if their contents are equal. */
export function contentKey(value: ValueContent): string {
  const { conceptId, valueType, language, text, predicate, datatype } = value;
  return JSON.stringify([conceptId, valueType, language, text, predicate, datatype]);
}

/** Returns the content from which ids are usually derived: without property and datatype. */
function joinShortContent({ valueType, language, text }: ValueContent): string {
  return `${valueType} ${language ?? ''} ${text}`;
}

function deriveShortId(value: ValueContent): ConceptValueId {
  return parseConceptValueId(deriveNameUuid(value.conceptId, joinShortContent(value)));
}

/** Derives an id from the whole content of a value. */
export function deriveContentId(value: ValueContent): ConceptValueId {
  return parseConceptValueId(deriveNameUuid(value.conceptId, contentKey(value)));
}

/**
 * Derives ids for values that have none: from type, language and text, whatever the order of the values. If several values differ only in
 * property or datatype, one gets this id, and the others get ids derived from their whole content.
 * @param values the values, all with different contents
 */
export function deriveValueIds(
  values: readonly ValueContent[],
): ReadonlyMap<ValueContent, ConceptValueId> {
  const ids = new Map<ValueContent, ConceptValueId>();
  const groups = Map.groupBy(values, (value) =>
    value.datatype === resourceDatatype ? '' : `${value.conceptId} ${joinShortContent(value)}`,
  );
  for (const [name, group] of groups) {
    const [first, ...others] =
      name === '' ? [undefined, ...group] : group.toSorted(comparePropertyAndDatatype);
    if (first !== undefined) ids.set(first, deriveShortId(first));
    for (const value of others) if (value !== undefined) ids.set(value, deriveContentId(value));
  }
  return ids;
}

/** Sorts values so that those with the standard property and without a datatype come first. */
function comparePropertyAndDatatype(one: ValueContent, other: ValueContent): number {
  const toKey = ({ predicate, datatype }: ValueContent): string =>
    `${predicate ?? ''} ${datatype ?? ''}`;
  return toKey(one) < toKey(other) ? -1 : 1;
}
