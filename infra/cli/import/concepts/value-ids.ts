import { resourceDatatype } from '../../../../lib/model/concepts/skos-terms.ts';
import {
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';

/** The content of a value. */
export type ValueContent = {
  readonly conceptId: ConceptId;
  /** prefLabel, altLabel, scopeNote, identifier, sortorder, … */
  readonly valueType: string;
  /** The language tag of the file. */
  readonly language: string | null;
  readonly text: string;
  /** The property, if it is not the usual one of the type. */
  readonly predicate: string | null;
  /** The datatype of the literal; `resourceDatatype` if the text is the IRI of a resource that is no concept. */
  readonly datatype: string | null;
};

/** Returns a key that two values share only if their contents are equal. */
export function contentKey(value: ValueContent): string {
  const { conceptId, valueType, language, text, predicate, datatype } = value;
  return JSON.stringify([conceptId, valueType, language, text, predicate, datatype]);
}

/** The content that ids are usually derived from, without property and datatype. */
function shortContent({ valueType, language, text }: ValueContent): string {
  return `${valueType} ${language ?? ''} ${text}`;
}

function deriveShortId(value: ValueContent): ConceptValueId {
  return parseConceptValueId(nameUuid(value.conceptId, shortContent(value)));
}

/** The id derived from the whole content of a value. */
export function deriveContentId(value: ValueContent): ConceptValueId {
  return parseConceptValueId(nameUuid(value.conceptId, contentKey(value)));
}

/**
 * Derives ids for values without one from type, language and text, independent of the order of the values. Of several that only
 * differ in property or datatype, the first has that id, and the others have ids derived from their whole content.
 * @param values each content once
 */
export function deriveValueIds(
  values: readonly ValueContent[],
): ReadonlyMap<ValueContent, ConceptValueId> {
  const ids = new Map<ValueContent, ConceptValueId>();
  const groups = Map.groupBy(values, (value) =>
    value.datatype === resourceDatatype ? '' : `${value.conceptId} ${shortContent(value)}`,
  );
  for (const [name, group] of groups) {
    const [first, ...others] = name === '' ? [undefined, ...group] : group.toSorted(compareOrigins);
    if (first !== undefined) ids.set(first, deriveShortId(first));
    for (const value of others) if (value !== undefined) ids.set(value, deriveContentId(value));
  }
  return ids;
}

/** The standard property and no datatype come first. */
function compareOrigins(one: ValueContent, other: ValueContent): number {
  const name = ({ predicate, datatype }: ValueContent): string =>
    `${predicate ?? ''} ${datatype ?? ''}`;
  return name(one) < name(other) ? -1 : 1;
}
