import type { StoredThesaurusValue } from '../../../queries/stored-thesaurus.ts';
import { parseConceptValueId, type ConceptValueId } from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { importWarning } from '../import-problems.ts';
import { isSameValue, type ImportedValue } from './identify-values.ts';
import { contentKey, deriveContentId } from './value-ids.ts';

/**
 * Matches the values of a concept with stored values. A value with an id in the file matches the stored value with that id. Any
 * other matches a stored value with equal content, otherwise the prefLabel that it renames; otherwise it is new.
 * @param elsewhere ids that values of other concepts have
 * @param asNow converts a stored value to the new node type of the concept
 * @returns the values to write, and the stored values that the file does not have
 */
export function planValues(
  incoming: readonly ImportedValue[],
  stored: readonly StoredThesaurusValue[],
  elsewhere: ReadonlySet<ConceptValueId>,
  asNow: (value: StoredThesaurusValue) => StoredThesaurusValue = (value) => value,
) {
  const renewed = stored.map(asNow);
  const left = new Map(renewed.map((value) => [value.valueId, value]));
  const usedIds = new Set<ConceptValueId>(left.keys());
  const writes: StoredThesaurusValue[] = [];
  const problems: Problem[] = [];
  const keep = (value: ImportedValue, valueId: ConceptValueId): void => {
    const { hasOwnId: _, ...content } = value;
    const known = left.get(valueId);
    left.delete(valueId);
    usedIds.add(valueId);
    const isKnown = known !== undefined && contentKey(known) === contentKey(value);
    if (!isKnown) writes.push({ ...content, valueId });
  };
  const unnamed: ImportedValue[] = [];
  for (const value of incoming) {
    if (!value.hasOwnId) unnamed.push(value);
    else if (elsewhere.has(value.valueId)) {
      problems.push(idElsewhere(value));
      unnamed.push({ ...value, valueId: deriveContentId(value), hasOwnId: false });
    } else keep(withKnownLanguage(value, left.get(value.valueId)), value.valueId);
  }
  const fresh = withoutKnown(unnamed, left);
  for (const value of fresh) {
    const renamed = renamedBy(value, incoming, renewed);
    if (renamed !== undefined && left.has(renamed)) keep(value, renamed);
    else if (isSameWithoutOrigin(value, left.get(value.valueId))) keep(value, value.valueId);
    else keep(value, freeId(value, usedIds));
  }
  const written = new Set(writes.map(({ valueId }) => valueId));
  const changed = renewed.filter(
    (value, index) => value.predicate !== stored[index]?.predicate && !written.has(value.valueId),
  );
  return { writes: [...writes, ...changed], unmatched: [...left.values()], problems };
}

/** Collections often repeat a label of the thesaurus without its language. */
function withKnownLanguage(
  value: ImportedValue,
  known: StoredThesaurusValue | undefined,
): ImportedValue {
  const isRepeated = known !== undefined && value.language === null && isSameValue(known, value);
  return isRepeated ? { ...value, language: known.language } : value;
}

/** Returns the values without an equal stored one, and removes stored values that have an equal one from `left`. */
function withoutKnown(
  values: readonly ImportedValue[],
  left: Map<ConceptValueId, StoredThesaurusValue>,
): readonly ImportedValue[] {
  const byContent = Map.groupBy(left.values(), contentKey);
  return values.filter((value) => {
    const [known] = byContent.get(contentKey(value)) ?? [];
    if (known === undefined) return true;
    left.delete(known.valueId);
    return false;
  });
}

/** Finds the stored prefLabel that a value renames: both are the only prefLabel of the concept in their language. */
function renamedBy(
  value: ImportedValue,
  incoming: readonly ImportedValue[],
  stored: readonly StoredThesaurusValue[],
): ConceptValueId | undefined {
  if (value.valueType !== 'prefLabel' || value.datatype !== null) return undefined;
  const language = value.language?.toLowerCase();
  const isRival = (other: StoredThesaurusValue): boolean =>
    other.valueType === 'prefLabel' && other.language?.toLowerCase() === language;
  const before = stored.filter(isRival);
  const now = incoming.filter(isRival);
  const isOfSameProperty = (other: StoredThesaurusValue): boolean =>
    other.predicate === value.predicate;
  return (
    onlyPair(before.filter(isOfSameProperty), now.filter(isOfSameProperty)) ?? onlyPair(before, now)
  );
}

function onlyPair(
  before: readonly StoredThesaurusValue[],
  now: readonly ImportedValue[],
): ConceptValueId | undefined {
  return before.length === 1 && now.length === 1 ? before[0]?.valueId : undefined;
}

/** Whether a stored value is equal apart from its property and datatype, which earlier releases did not store. */
function isSameWithoutOrigin(
  value: ImportedValue,
  known: StoredThesaurusValue | undefined,
): boolean {
  if (known === undefined || known.predicate !== null || known.datatype !== null) return false;
  const { predicate, datatype } = value;
  return contentKey({ ...known, predicate, datatype }) === contentKey(value);
}

function freeId(value: ImportedValue, usedIds: ReadonlySet<ConceptValueId>): ConceptValueId {
  if (!usedIds.has(value.valueId)) return value.valueId;
  let free = deriveContentId(value);
  for (let number = 2; usedIds.has(free); number += 1) {
    free = parseConceptValueId(nameUuid(value.conceptId, `${contentKey(value)} ${number}`));
  }
  return free;
}

function idElsewhere({ valueId, conceptId }: ImportedValue): Problem {
  const message = `The value ${valueId} belongs to another stored concept, where it stays: this value gets another id.`;
  return importWarning('shared_value_id', message, { record: conceptId });
}
