import { asList, isLocalizedText, isObject } from '../datatypes/values/json-values.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import { isUuid, parseResourceId } from '../ids.ts';
import { wordsOfPatterns } from '../questions/pattern-words.ts';
import { listDateRanges } from '../datatypes/values/extended-date-ranges.ts';
import type { Place, RecordCondition, ValueTest } from '../questions/question.ts';
import { createTextTest } from './evaluate.ts';
import { partsOf, type LayerFilter, type TextTest } from './layer-filter.ts';
import type { Column, Queryable, QueryableLayer } from './queryable.ts';

/** The comparisons with the texts of concepts. */
export type ConceptTest = TextTest & { readonly kind: 'equal' | 'like' };

/** The concepts of which some text passes a test; undefined if there are too many to narrow anything. */
export type ConceptsOfTest = (test: ConceptTest) => readonly string[] | undefined;

const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The patterns of a comparison with texts. */
export const patternsOf = (test: ConceptTest): readonly string[] =>
  test.kind === 'like' ? [test.pattern] : test.texts.map(escapePattern);

/** The comparisons of a filter with texts of concepts. */
export function listConceptTests(filter: LayerFilter): readonly ConceptTest[] {
  if (filter.kind === 'value') {
    const { queryable, test } = filter;
    const isOfConcepts =
      queryable.kind === 'column' &&
      datatypeOf(queryable.column.datatype).searchedBy === 'concepts';
    return isOfConcepts && (test.kind === 'equal' || test.kind === 'like') ? [test] : [];
  }
  return partsOf(filter).flatMap(listConceptTests);
}

/** The most comparisons that narrow a search. Each is a part of the statement. */
const maxComparisons = 24;

const countComparisons = (filter: LayerFilter): number =>
  filter.kind === 'value' || filter.kind === 'place'
    ? 1
    : partsOf(filter).reduce((count, part) => count + countComparisons(part), 0);

/**
 * A condition that each resource instance meets of which a feature meets a filter. It is looked up in the entries of values, and is wider
 * than the filter: it sees texts in every language, and not what the caller may read of other resource instances.
 * @rule GeoJSON and OGC API Features: How are the features found that can meet a filter?
 * @returns undefined if nothing narrows the search
 */
export function candidateCondition(
  filter: LayerFilter,
  layer: QueryableLayer,
  conceptsOf: ConceptsOfTest,
): RecordCondition | undefined {
  if (countComparisons(filter) > maxComparisons) return undefined;
  const conditionOf = (part: LayerFilter): RecordCondition | undefined =>
    candidateCondition(part, layer, conceptsOf);
  switch (filter.kind) {
    case 'all': {
      const parts = filter.parts.flatMap((part) => conditionOf(part) ?? []);
      return parts.length === 0 ? undefined : { kind: 'all', parts };
    }
    case 'any': {
      const parts = filter.parts.flatMap((part) => conditionOf(part) ?? []);
      return parts.length < filter.parts.length || parts.length === 0
        ? undefined
        : { kind: 'any', parts };
    }
    case 'same tile':
      return conditionOf(filter.part);
    case 'value':
      return valueCondition(filter.queryable, filter.test, conceptsOf);
    case 'place':
      return placeCondition(filter.place, layer);
    default:
      return undefined;
  }
}

const placeCondition = (place: Place, { geometryNodes }: QueryableLayer): RecordCondition => ({
  kind: 'place',
  place,
  nodes: geometryNodes,
  isOutside: false,
});

function valueCondition(
  queryable: Queryable,
  test: TextTest,
  conceptsOf: ConceptsOfTest,
): RecordCondition | undefined {
  if (queryable.kind === 'id') {
    return queryable.name === 'resourceinstanceid' && test.kind === 'equal'
      ? { kind: 'ids', ids: test.texts.filter(isUuid).map(parseResourceId) }
      : undefined;
  }
  // Names are of no tile, and not searched by what a caller may read of them.
  if (queryable.kind === 'name') return undefined;
  const { column } = queryable;
  const narrow = narrowingTest(column, test, conceptsOf);
  return (
    narrow && {
      kind: 'tiles',
      condition: { kind: 'value', node: column.node, test: narrow, isOther: false },
    }
  );
}

/** The values that a column can have if it shows a text that passes a test; undefined if nothing narrows them. */
function narrowingTest(
  column: Column,
  test: TextTest,
  conceptsOf: ConceptsOfTest,
): ValueTest | undefined {
  switch (test.kind) {
    case 'number':
      return { kind: 'numbers', ranges: test.ranges };
    case 'days':
      return { kind: 'days', ranges: test.ranges, relation: test.relation };
    case 'concept':
      return {
        kind: 'concepts',
        conceptIds: test.conceptIds,
        ids: [],
        includesNarrower: true,
      };
    case 'between':
      return undefined;
    default:
      // What the property shows of several values together is in none of them.
      return test.kind === 'equal' && test.texts.some((text) => text.includes(', '))
        ? undefined
        : textTest(column, test, conceptsOf);
  }
}

function textTest(
  column: Column,
  test: ConceptTest,
  conceptsOf: ConceptsOfTest,
): ValueTest | undefined {
  switch (datatypeOf(column.datatype).searchedBy) {
    case 'words':
      return wordsTest(test);
    case 'concepts': {
      const conceptIds = conceptsOf(test);
      return conceptIds && { kind: 'concepts', conceptIds, ids: [], includesNarrower: false };
    }
    case 'options':
      return optionsTest(column, test);
    case 'truth':
      return truthTest(test);
    case 'days':
      return test.kind === 'equal' ? daysTest(test) : undefined;
    default:
      return undefined;
  }
}

/** Texts that look like ids are no words. */
const canBeId = (pattern: string): boolean => /^[\da-f\-_%\\]*$/i.test(pattern);

function wordsTest(test: ConceptTest): ValueTest | undefined {
  const patterns = patternsOf(test);
  if (patterns.some(canBeId)) return undefined;
  const texts = wordsOfPatterns(patterns);
  return texts && { kind: 'words', texts };
}

function optionsTest({ config }: Column, test: ConceptTest): ValueTest | undefined {
  const passes = createTextTest(test);
  const ids = asList(config['options'])
    .filter(isObject)
    .filter(({ text }) => {
      if (!isLocalizedText(text)) return false;
      const texts = typeof text === 'string' ? [text] : Object.values(text);
      return texts.some((each) => each !== null && passes({ text: each, value: null }));
    })
    .map(({ id }) => id);
  return ids.every(isUuid) ? { kind: 'ids', ids: ids.map((id) => id.toLowerCase()) } : undefined;
}

/** As `id_of_value` writes them. */
const truthIds = {
  true: '00000000-0000-0000-0000-000000000001',
  false: '00000000-0000-0000-0000-000000000000',
} as const;

function truthTest(test: ConceptTest): ValueTest | undefined {
  const passes = createTextTest(test);
  const truths = (['true', 'false'] as const).filter((text) => passes({ text, value: null }));
  // Other values than these are shown as they are.
  const areTruths =
    test.kind === 'equal' && test.texts.every((text) => text === 'true' || text === 'false');
  return areTruths ? { kind: 'ids', ids: truths.map((truth) => truthIds[truth]) } : undefined;
}

/** Equal texts of dates have the same days. */
function daysTest({ texts }: TextTest & { kind: 'equal' }): ValueTest | undefined {
  const ranges = texts.map(listDateRanges);
  return ranges.every((list) => list.length > 0)
    ? { kind: 'days', ranges: ranges.flat(), relation: 'overlaps' }
    : undefined;
}
