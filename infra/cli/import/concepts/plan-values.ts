import type { StoredThesaurusValue } from './queries/stored-thesaurus.ts';
import { parseConceptValueId, type ConceptValueId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning } from '../import-problems.ts';
import { isSameValue, type ImportedValue } from './identify-values.ts';
import { contentKey, deriveContentId } from './value-ids.ts';

/**
 * Matches the values of a concept with stored values. A value whose id is in the file matches the stored value with that id. Any other
 * value matches a stored value with equal content, or else the prefLabel that it renames. A value without a match is new.
 * @param idsOfOtherConcepts the ids of stored values of other concepts
 * @param convert converts a stored value to the new node type of the concept
 * @returns the values to write, and the stored values that the file does not have
 */
export function planValues(
  incoming: readonly ImportedValue[],
  stored: readonly StoredThesaurusValue[],
  idsOfOtherConcepts: ReadonlySet<ConceptValueId>,
  convert: (value: StoredThesaurusValue) => StoredThesaurusValue = (value) => value,
) {
  const convertedValues = stored.map(convert);
  const unmatched = new Map(convertedValues.map((value) => [value.valueId, value]));
  const usedIds = new Set<ConceptValueId>(unmatched.keys());
  const valuesToWrite: StoredThesaurusValue[] = [];
  const problems: Problem[] = [];
  const matchOrWrite = (value: ImportedValue, valueId: ConceptValueId): void => {
    const { hasIdInFile: _, ...content } = value;
    const storedValue = unmatched.get(valueId);
    unmatched.delete(valueId);
    usedIds.add(valueId);
    const isStored = storedValue !== undefined && contentKey(storedValue) === contentKey(value);
    if (!isStored) valuesToWrite.push({ ...content, valueId });
  };
  const valuesWithoutId: ImportedValue[] = [];
  for (const value of incoming) {
    if (!value.hasIdInFile) valuesWithoutId.push(value);
    else if (idsOfOtherConcepts.has(value.valueId)) {
      problems.push(makeForeignIdWarning(value));
      valuesWithoutId.push({ ...value, valueId: deriveContentId(value), hasIdInFile: false });
    } else matchOrWrite(addStoredLanguage(value, unmatched.get(value.valueId)), value.valueId);
  }
  const unequalValues = removeEqualValues(valuesWithoutId, unmatched);
  for (const value of unequalValues) {
    const renamedId = findRenamedLabel(value, incoming, convertedValues);
    if (renamedId !== undefined && unmatched.has(renamedId)) matchOrWrite(value, renamedId);
    else if (isStoredWithoutProperty(value, unmatched.get(value.valueId)))
      matchOrWrite(value, value.valueId);
    else matchOrWrite(value, findFreeId(value, usedIds));
  }
  const writtenIds = new Set(valuesToWrite.map(({ valueId }) => valueId));
  const valuesWithNewProperty = convertedValues.filter(
    (value, index) =>
      value.predicate !== stored[index]?.predicate && !writtenIds.has(value.valueId),
  );
  return {
    valuesToWrite: [...valuesToWrite, ...valuesWithNewProperty],
    unmatched: [...unmatched.values()],
    problems,
  };
}

/** Adds the language of the equal stored value: collections often repeat a label of the thesaurus without its language. */
function addStoredLanguage(
  value: ImportedValue,
  storedValue: StoredThesaurusValue | undefined,
): ImportedValue {
  const isEqualToStored =
    storedValue !== undefined && value.language === null && isSameValue(storedValue, value);
  return isEqualToStored ? { ...value, language: storedValue.language } : value;
}

/** Returns the values without an equal stored one, and removes the equal stored values from `unmatched`. */
function removeEqualValues(
  values: readonly ImportedValue[],
  unmatched: Map<ConceptValueId, StoredThesaurusValue>,
): readonly ImportedValue[] {
  const byContent = Map.groupBy(unmatched.values(), contentKey);
  return values.filter((value) => {
    const [equalValue] = byContent.get(contentKey(value)) ?? [];
    if (equalValue === undefined) return true;
    unmatched.delete(equalValue.valueId);
    return false;
  });
}

/** Finds the stored prefLabel that a value renames: both are the only prefLabel of the concept in their language. */
function findRenamedLabel(
  value: ImportedValue,
  incoming: readonly ImportedValue[],
  stored: readonly StoredThesaurusValue[],
): ConceptValueId | undefined {
  if (value.valueType !== 'prefLabel' || value.datatype !== null) return undefined;
  const language = value.language?.toLowerCase();
  const isLabelOfSameLanguage = (other: StoredThesaurusValue): boolean =>
    other.valueType === 'prefLabel' && other.language?.toLowerCase() === language;
  const storedLabels = stored.filter(isLabelOfSameLanguage);
  const incomingLabels = incoming.filter(isLabelOfSameLanguage);
  const isOfSameProperty = (other: StoredThesaurusValue): boolean =>
    other.predicate === value.predicate;
  return (
    findOnlyPair(storedLabels.filter(isOfSameProperty), incomingLabels.filter(isOfSameProperty)) ??
    findOnlyPair(storedLabels, incomingLabels)
  );
}

function findOnlyPair(
  storedLabels: readonly StoredThesaurusValue[],
  incomingLabels: readonly ImportedValue[],
): ConceptValueId | undefined {
  return storedLabels.length === 1 && incomingLabels.length === 1
    ? storedLabels[0]?.valueId
    : undefined;
}

/** Returns whether a stored value lacks property and datatype, which earlier releases did not store, and is equal otherwise. */
function isStoredWithoutProperty(
  value: ImportedValue,
  storedValue: StoredThesaurusValue | undefined,
): boolean {
  if (storedValue === undefined || storedValue.predicate !== null || storedValue.datatype !== null)
    return false;
  const { predicate, datatype } = value;
  return contentKey({ ...storedValue, predicate, datatype }) === contentKey(value);
}

function findFreeId(value: ImportedValue, usedIds: ReadonlySet<ConceptValueId>): ConceptValueId {
  if (!usedIds.has(value.valueId)) return value.valueId;
  let candidate = deriveContentId(value);
  for (let number = 2; usedIds.has(candidate); number += 1) {
    candidate = parseConceptValueId(
      deriveNameUuid(value.conceptId, `${contentKey(value)} ${number}`),
    );
  }
  return candidate;
}

function makeForeignIdWarning({ valueId, conceptId }: ImportedValue): Problem {
  const message = `The id ${valueId} belongs to a stored value of another concept. The value of the file gets another id.`;
  return importWarning('shared_value_id', message, { record: conceptId });
}
