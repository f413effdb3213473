import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';
import { candidateCondition } from '../../model/layer-filters/candidates.ts';
import type { LayerFilter } from '../../model/layer-filters/layer-filter.ts';
import {
  findQueryable,
  idNames,
  listDateNames,
  listPropertyNames,
  type QueryableLayer,
} from '../../model/layer-filters/queryable.ts';
import { UnknownProperty } from '../../model/layer-filters/filter-context.ts';
import { readLayerFilter } from '../../model/layer-filters/read-filter.ts';
import { listSimilarNames } from '../../model/layer-filters/similar-names.ts';
import { equalFilter } from '../../model/layer-filters/value-filters.ts';
import { UnsupportedFilter } from '../../model/questions/filter-refusal.ts';
import type { Question } from '../../model/questions/question.ts';
import { findQueryableLayer } from '../../queries/ogc/queryable-layer.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { describeProblem, parseSentFilter } from '../questions/filter-parameters.ts';
import type { QuestionReader } from '../questions/question-reader.ts';
import type { ValuesByName } from '../request/request.ts';
import { takeBox } from './box-of-filter.ts';
import { filterError, lookUpConceptTexts, lookUpNamedConcepts } from './filter-concepts.ts';
import { degreesOf } from './filter-degrees.ts';
import { itemListParameters, type ItemListParameters } from './item-parameters.ts';
import { collectionNotFoundError } from './ogc-response.ts';

type FilterRequest = {
  readonly parameters: ItemListParameters;
  readonly query: ValuesByName;
  readonly caller: Caller;
  readonly collectionId: string;
};

/** The filter of a request. */
export type ItemFilter = {
  readonly columns: readonly string[];
  /** The columns that are dates. */
  readonly dates: readonly string[];
  /** Undefined if the box is all of it. */
  readonly filter: LayerFilter | undefined;
  readonly candidates: Question | undefined;
  /** A box that the filter requires. */
  readonly box: BoundingBox | undefined;
};

type PropertyParameter = { readonly name: string; readonly values: readonly string[] };

/** The parameters that are none of the operation. */
const listPropertyParameters = (query: ValuesByName): readonly PropertyParameter[] =>
  [...query].flatMap(([name, values]) =>
    Object.hasOwn(itemListParameters.shape, name) ? [] : [{ name, values }],
  );

/**
 * Reads the filter of a request: `filter`, and the parameters with names of properties, which all must hold.
 * @rule GeoJSON and OGC API Features: Which parameters filter the features of a collection?
 * @returns undefined without conditions
 * @throws NotFound for the collection; InvalidInput for an unknown parameter or property, and a filter that cannot be followed
 */
export async function readItemFilter(
  { parameters, query, caller, collectionId }: FilterRequest,
  reader: QuestionReader,
): Promise<ItemFilter | undefined> {
  const propertyParameters = listPropertyParameters(query);
  if (propertyParameters.length === 0 && parameters.filter === undefined) return undefined;
  const layer = await reader.read(findQueryableLayer(caller, collectionId));
  if (layer === undefined) throw collectionNotFoundError();
  const parts = readPropertyParameters(propertyParameters, layer);
  const { filter: text, 'filter-lang': language, 'filter-crs': crs } = parameters;
  const sent =
    text === undefined
      ? []
      : [await readSentFilter({ text, language, crs }, layer, caller, reader)];
  const whole: LayerFilter = { kind: 'all', parts: [...parts, ...sent] };
  const { box, rest } =
    parameters.bbox === undefined ? takeBox(whole) : { box: undefined, rest: whole };
  const names = { columns: listPropertyNames(layer), dates: listDateNames(layer.columns) };
  if (rest === undefined) return { ...names, filter: undefined, candidates: undefined, box };
  const condition = candidateCondition(rest, layer, await lookUpConceptTexts(rest, reader));
  const graphIds = [...new Set(layer.geometryNodes.map(({ graphId }) => graphId))];
  const candidates = condition && [{ graphIds, condition }];
  return { ...names, filter: rest, candidates, box };
}

function readPropertyParameters(
  sent: readonly PropertyParameter[],
  layer: QueryableLayer,
): readonly LayerFilter[] {
  const errors: InputError[] = [];
  const report = (name: string, code: InputError['code'], message: string): readonly [] => {
    errors.push(parameterError(name, code, message));
    return [];
  };
  const filters = sent.flatMap(({ name, values: [value = '', ...others] }) => {
    const queryable = findQueryable(layer, name);
    if (queryable === undefined) {
      const advice = similarNames(name, layer);
      return report(name, 'invalid', `is not a parameter of this operation.${advice}`);
    }
    if (others.length > 0) {
      return report(name, 'repeated', `must be sent once. Write filter=${name} IN ('…', '…').`);
    }
    if (!isStorableText(value)) {
      return report(name, 'invalid', 'must not contain U+0000 or half of a surrogate pair.');
    }
    return [equalFilter(queryable, [value], { foldsCase: false, foldsAccents: false })];
  });
  if (errors.length > 0) throw new InvalidInput(errors);
  return filters;
}

function similarNames(name: string, layer: QueryableLayer): string {
  const names = [...listPropertyNames(layer), ...idNames];
  const similar = listSimilarNames(name, names);
  return similar.length === 0 ? '' : ` Similar properties: ${similar.join(', ')}.`;
}

type SentFilter = {
  readonly text: string;
  readonly language: string | undefined;
  readonly crs: CoordinateSystem;
};

async function readSentFilter(
  { text, language, crs }: SentFilter,
  layer: QueryableLayer,
  caller: Caller,
  reader: QuestionReader,
): Promise<LayerFilter> {
  const result = parseSentFilter(text, language);
  if (result.kind === 'problem') throw filterError(describeProblem(result.problem));
  try {
    const findConcepts = await lookUpNamedConcepts(result.filter, layer, caller, reader);
    return readLayerFilter(result.filter, layer, findConcepts, degreesOf(crs));
  } catch (error) {
    if (error instanceof UnsupportedFilter) throw filterError(error.message);
    if (!(error instanceof UnknownProperty)) throw error;
    const { property } = error;
    const advice = similarNames(property, layer);
    throw filterError(`${JSON.stringify(property)} is no property of these features.${advice}`);
  }
}
