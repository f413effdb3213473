import { resourceDatatype } from '../../../../lib/model/concepts/skos-terms.ts';
import {
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';

/** What a value says of its concept. */
export type ValueContent = {
  readonly conceptId: ConceptId;
  /** prefLabel, altLabel, scopeNote, identifier, sortorder, … */
  readonly valueType: string;
  /** Language tag as given. */
  readonly language: string | null;
  readonly text: string;
  /** The property, where the type does not tell it. */
  readonly predicate: string | null;
  /** The datatype of the literal; `resourceDatatype` where the text is the IRI of something that is no concept. */
  readonly datatype: string | null;
};

/** A name that two values have only where they say the same. */
export function contentKey(value: ValueContent): string {
  const { conceptId, valueType, language, text, predicate, datatype } = value;
  return JSON.stringify([conceptId, valueType, language, text, predicate, datatype]);
}

/** The name of the content that ids are made of: without what says by which property it came, as long as no other value has it. */
function shortName({ valueType, language, text }: ValueContent): string {
  return `${valueType} ${language ?? ''} ${text}`;
}

function idOfShortName(value: ValueContent): ConceptValueId {
  return parseConceptValueId(nameUuid(value.conceptId, shortName(value)));
}

/** The id made of all that a value says. */
export function deriveContentId(value: ValueContent): ConceptValueId {
  return parseConceptValueId(nameUuid(value.conceptId, contentKey(value)));
}

/**
 * Makes ids for values that have none, always the same for the same values, whatever their order: of type, language and text. Of
 * several that differ in property or datatype only, the first in order has that id, and the others have ids made of all of it.
 * @param values each content once
 */
export function deriveValueIds(
  values: readonly ValueContent[],
): ReadonlyMap<ValueContent, ConceptValueId> {
  const ids = new Map<ValueContent, ConceptValueId>();
  const groups = Map.groupBy(values, (value) =>
    value.datatype === resourceDatatype ? '' : `${value.conceptId} ${shortName(value)}`,
  );
  for (const [name, group] of groups) {
    const [first, ...others] = name === '' ? [undefined, ...group] : group.toSorted(byOrigin);
    if (first !== undefined) ids.set(first, idOfShortName(first));
    for (const value of others) if (value !== undefined) ids.set(value, deriveContentId(value));
  }
  return ids;
}

/** The usual property and no datatype come first. */
function byOrigin(one: ValueContent, other: ValueContent): number {
  const name = ({ predicate, datatype }: ValueContent): string =>
    `${predicate ?? ''} ${datatype ?? ''}`;
  return name(one) < name(other) ? -1 : 1;
}
