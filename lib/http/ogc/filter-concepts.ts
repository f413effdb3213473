import { InvalidInput } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { partsOf as partsOfExpression } from '../../model/filters/conformance.ts';
import type { Expression, Filter, FunctionCall } from '../../model/filters/filter.ts';
import { isUuid } from '../../model/ids.ts';
import {
  listConceptTests,
  patternsOf,
  type ConceptsOfTest,
} from '../../model/layer-filters/candidates.ts';
import { hasConcepts, readBelow } from '../../model/layer-filters/functions.ts';
import type { LayerFilter } from '../../model/layer-filters/layer-filter.ts';
import { findQueryable, type QueryableLayer } from '../../model/layer-filters/queryable.ts';
import type { ConceptLookup, NamedConcepts } from '../../model/layer-filters/filter-context.ts';
import { findConceptsLike, findValuesBelow } from '../../queries/ogc/concepts-of-filter.ts';
import { findNamedConcepts, findSimilarLabels } from '../../queries/questions/named-concepts.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { QuestionReader } from '../questions/question-reader.ts';

/** The most values of the concepts of a call of `below`. */
const maxValues = 20_000;

/** The most concepts by which features are looked up. */
const maxConcepts = 2000;

const listCalls = (expression: Expression): readonly FunctionCall[] => [
  ...(expression.kind === 'function' ? [expression] : []),
  ...partsOfExpression(expression).flatMap(listCalls),
];

/**
 * Looks up the concepts that the calls of `below` in a filter name.
 * @throws InvalidInput for an unknown name, and for concepts with too many narrower ones
 */
export async function lookUpNamedConcepts(
  filter: Filter,
  layer: QueryableLayer,
  caller: Caller,
  reader: QuestionReader,
): Promise<ConceptLookup> {
  const known = new Map<FunctionCall, NamedConcepts>();
  for (const call of listCalls(filter)) {
    if (call.name.toLowerCase() !== 'below') continue;
    const { name, names } = readBelow(call);
    const queryable = findQueryable(layer, name);
    if (queryable?.kind !== 'column' || !hasConcepts(queryable.column)) continue;
    const collection = queryable.column.config['rdmCollection'];
    const collectionId = typeof collection === 'string' && isUuid(collection) ? collection : null;
    known.set(call, await lookUpConcepts(names, collectionId, caller, reader));
  }
  return (call) => known.get(call);
}

async function lookUpConcepts(
  names: readonly string[],
  collectionId: string | null,
  caller: Caller,
  { read }: QuestionReader,
): Promise<NamedConcepts> {
  const named = names.map((text) => ({ text, collectionId }));
  const concepts = await read(findNamedConcepts(caller, named));
  for (const [index, name] of named.entries()) {
    if (isUuid(name.text) || concepts.some(({ position }) => position === index)) continue;
    const similar = await read(findSimilarLabels(caller, name));
    const advice = similar.length === 0 ? '' : ` Similar labels: ${similar.join(', ')}.`;
    throw filterError(
      `${JSON.stringify(name.text)} is no label, id or URI of a concept of the property's collection.${advice}`,
    );
  }
  const conceptIds = concepts.map(({ conceptId }) => conceptId);
  const valueIds = await read(findValuesBelow(conceptIds, maxValues));
  if (valueIds.length > maxValues) {
    throw filterError(
      'the concepts of below have more than 20,000 labels. Name narrower concepts.',
    );
  }
  return { conceptIds, valueIds: new Set(valueIds) };
}

export const filterError = (message: string): InvalidInput =>
  new InvalidInput([parameterError('filter', 'invalid', message)]);

/** Looks up the concepts whose texts pass the comparisons of a filter, to narrow the search. */
export async function lookUpConceptTexts(
  filter: LayerFilter,
  { read }: QuestionReader,
): Promise<ConceptsOfTest> {
  const tests = listConceptTests(filter);
  const known = new Map(
    await Promise.all(
      tests.map(async (test) => {
        const conceptIds = await read(findConceptsLike(patternsOf(test), maxConcepts));
        return [test, conceptIds.length > maxConcepts ? undefined : conceptIds] as const;
      }),
    ),
  );
  return (test) => known.get(test);
}
