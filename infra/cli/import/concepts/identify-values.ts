import type { ConceptValueId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning } from '../import-problems.ts';
import { contentKey, deriveContentId, deriveValueIds, type ValueContent } from './value-ids.ts';

/** A label, note, identifier or other value of a concept. Tiles refer to values by id. */
export type ImportedValue = ValueContent & {
  readonly valueId: ConceptValueId;
  /** Whether the id is from the file; otherwise it is derived from the content. */
  readonly hasOwnId: boolean;
};

/** A value of a file; the id is null if the file does not have one. */
export type ParsedValue = ValueContent & { readonly ownId: ConceptValueId | null };

/**
 * Gives every value an id, and removes repeated values. Of values with the same id in the file the first keeps it: one with the
 * same text, but another type, language or property, gets a derived id; one with a different text is left out.
 */
export function identifyValues(parsedValues: readonly ParsedValue[]) {
  const valuesById = new Map<ConceptValueId, ImportedValue>();
  const valuesWithoutId = new Map<string, ValueContent>();
  const problems: Problem[] = [];
  for (const { ownId, ...value } of parsedValues) {
    const existing = ownId === null ? undefined : valuesById.get(ownId);
    if (ownId === null) valuesWithoutId.set(contentKey(value), value);
    else if (existing === undefined || isSameValue(existing, value)) {
      // Collections often repeat a label of the thesaurus without its language.
      if (existing === undefined || existing.language === null)
        valuesById.set(ownId, { ...value, valueId: ownId, hasOwnId: true });
    } else if (existing.conceptId !== value.conceptId || existing.text !== value.text) {
      problems.push(duplicateValueWarning(existing));
    } else if (!valuesWithoutId.has(contentKey(value))) {
      valuesWithoutId.set(contentKey(value), value);
      problems.push(sharedIdWarning(existing, deriveContentId(value)));
    }
  }
  for (const value of valuesById.values()) valuesWithoutId.delete(contentKey(value));
  const values = [...valuesById.values(), ...withDerivedIds([...valuesWithoutId.values()])];
  return { values, problems };
}

/** Gives values without an id derived ids. @param values each content once */
export function withDerivedIds(values: readonly ValueContent[]): readonly ImportedValue[] {
  return [...deriveValueIds(values)].map(([value, valueId]) => ({
    ...value,
    valueId,
    hasOwnId: false,
  }));
}

function duplicateValueWarning({ valueId, conceptId }: ImportedValue): Problem {
  const message = `The value ${valueId} is there twice with different content: the first stays.`;
  return importWarning('duplicate_value', message, { record: conceptId });
}

function sharedIdWarning(
  { valueId, conceptId }: ImportedValue,
  derivedId: ConceptValueId,
): Problem {
  const message = `The value ${valueId} is there twice with different types, languages or properties: the second has the id ${derivedId}.`;
  return importWarning('shared_value_id', message, { record: conceptId });
}

/** Whether two values with the same id have the same content; a language can be missing. */
export function isSameValue(one: ValueContent, other: ValueContent): boolean {
  const isSameLanguage =
    one.language === null ||
    other.language === null ||
    one.language.toLowerCase() === other.language.toLowerCase();
  const { language } = one;
  return isSameLanguage && contentKey(one) === contentKey({ ...other, language });
}
