import type { ConceptValueId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning } from '../import-problems.ts';
import { contentKey, deriveContentId, deriveValueIds, type ValueContent } from './value-ids.ts';

/** A label, note, identifier or other value of a concept. Tiles refer to values by id. */
export type ImportedValue = ValueContent & {
  readonly valueId: ConceptValueId;
  /** Whether the id comes from the file. Otherwise it is derived from the content. */
  readonly hasIdInFile: boolean;
};

/** A value as a file contains it. The id is null if the file has none. */
export type ParsedValue = ValueContent & { readonly idInFile: ConceptValueId | null };

/**
 * Gives every value an id, and removes repeated values. Of several values with the same id in a file, the first keeps it. Any
 * other gets a derived id if only its type, language or property differs, and is left out if its text or concept differs.
 */
export function identifyValues(parsedValues: readonly ParsedValue[]) {
  const valuesById = new Map<ConceptValueId, ImportedValue>();
  const valuesWithoutId = new Map<string, ValueContent>();
  const problems: Problem[] = [];
  for (const { idInFile, ...value } of parsedValues) {
    const existing = idInFile === null ? undefined : valuesById.get(idInFile);
    if (idInFile === null) valuesWithoutId.set(contentKey(value), value);
    else if (existing === undefined || isSameValue(existing, value)) {
      // Prefers the value with a language, because collections often repeat a label of the thesaurus without its language.
      if (existing === undefined || existing.language === null)
        valuesById.set(idInFile, { ...value, valueId: idInFile, hasIdInFile: true });
    } else if (existing.conceptId !== value.conceptId || existing.text !== value.text) {
      problems.push(makeDuplicateValueWarning(existing));
    } else if (!valuesWithoutId.has(contentKey(value))) {
      valuesWithoutId.set(contentKey(value), value);
      problems.push(makeSharedIdWarning(existing, deriveContentId(value)));
    }
  }
  for (const value of valuesById.values()) valuesWithoutId.delete(contentKey(value));
  const values = [...valuesById.values(), ...addDerivedIds([...valuesWithoutId.values()])];
  return { values, problems };
}

/** Gives derived ids to values without an id. @param values the values, all with different contents */
export function addDerivedIds(values: readonly ValueContent[]): readonly ImportedValue[] {
  return [...deriveValueIds(values)].map(([value, valueId]) => ({
    ...value,
    valueId,
    hasIdInFile: false,
  }));
}

function makeDuplicateValueWarning({ valueId, conceptId }: ImportedValue): Problem {
  const message = `The value ${valueId} occurs twice with different content. Only the first is imported. Give the second another id.`;
  return importWarning('duplicate_value', message, { record: conceptId });
}

function makeSharedIdWarning(
  { valueId, conceptId }: ImportedValue,
  derivedId: ConceptValueId,
): Problem {
  const message = `The value ${valueId} occurs twice with different types, languages or properties. The second gets the id ${derivedId}.`;
  return importWarning('shared_value_id', message, { record: conceptId });
}

/** Returns whether two values have the same content. A missing language equals any language. */
export function isSameValue(one: ValueContent, other: ValueContent): boolean {
  const isSameLanguage =
    one.language === null ||
    other.language === null ||
    one.language.toLowerCase() === other.language.toLowerCase();
  const { language } = one;
  return isSameLanguage && contentKey(one) === contentKey({ ...other, language });
}
