import { refuseClass, UnsupportedFilter } from '../questions/filter-refusal.ts';
import type { Comparison, Filter, FunctionCall } from '../filters/filter.ts';
import { layerFunctions } from './functions.ts';
import type { LayerFilter } from './layer-filter.ts';
import { asProperty, requireLiteral, requireProperty } from './operands.ts';
import { findQueryable, geometryName, type QueryableLayer } from './queryable.ts';
import { readSpatial, type ToDegrees } from './spatial-filters.ts';
import { UnknownProperty, type ConceptLookup, type FilterContext } from './filter-context.ts';
import { equalFilter, rangeFilter } from './value-filters.ts';

/**
 * Reads a filter in CQL2 as one of the features of a layer. AND joins conditions on the feature; `same_tile` those on one tile.
 * @throws UnsupportedFilter, UnknownProperty
 */
export function readLayerFilter(
  filter: Filter,
  layer: QueryableLayer,
  findConcepts: ConceptLookup,
  toDegrees: ToDegrees,
): LayerFilter {
  const context: FilterContext = {
    require: (name) => {
      const queryable = findQueryable(layer, name);
      if (queryable !== undefined) return queryable;
      if (name !== geometryName) throw new UnknownProperty(name);
      throw new UnsupportedFilter(
        'The geometry can be compared with S_INTERSECTS and the other spatial functions, and with IS NULL.',
      );
    },
    findConcepts,
    toDegrees,
    read: (part) => readPart(part, context),
  };
  return context.read(filter);
}

function readPart(filter: Filter, context: FilterContext): LayerFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        kind: filter.kind === 'and' ? 'all' : 'any',
        parts: filter.filters.map(context.read),
      };
    case 'not':
      return { kind: 'not', part: context.read(filter.filter) };
    case 'boolean':
      return { kind: 'constant', isTrue: filter.value };
    case 'comparison':
      return readComparison(filter, context);
    case 'in': {
      const property = requireProperty(filter.value);
      const texts = filter.items.map((item) => requireLiteral(item, property));
      return equalFilter(context.require(property.name), texts, property);
    }
    case 'like':
      return readLike(filter, context);
    case 'between': {
      const property = requireProperty(filter.value);
      const limits = {
        lower: requireLiteral(filter.lower, property),
        upper: requireLiteral(filter.upper, property),
        includesLimits: true,
      };
      return rangeFilter(context.require(property.name), limits, property);
    }
    case 'isNull': {
      const { name } = requireProperty(filter.value);
      return { kind: 'not', part: readPresence(name, context) };
    }
    case 'spatial':
      return readSpatial(filter, context.toDegrees);
    case 'temporal':
      return refuseClass('temporal-functions', filter.operator.toUpperCase());
    case 'arrayPredicate':
      return refuseClass('array-functions', filter.operator.toUpperCase());
    default:
      return readFunction(filter, context);
  }
}

const readPresence = (name: string, context: FilterContext): LayerFilter =>
  name === geometryName
    ? { kind: 'located' }
    : { kind: 'present', queryable: context.require(name) };

function readLike(filter: Filter & { kind: 'like' }, context: FilterContext): LayerFilter {
  const property = requireProperty(filter.value);
  const pattern = requireLiteral(filter.pattern, property);
  const { foldsCase, foldsAccents } = property;
  return {
    kind: 'value',
    queryable: context.require(property.name),
    test: { kind: 'like', pattern, foldsCase, foldsAccents },
  };
}

function readFunction(call: FunctionCall, context: FilterContext): LayerFilter {
  const name = call.name.toLowerCase();
  const known = Object.hasOwn(layerFunctions, name) ? layerFunctions[name] : undefined;
  if (known !== undefined) return known.read(call, context);
  throw new UnsupportedFilter(
    `There is no function ${JSON.stringify(call.name)} (conformance class functions). There are: ${Object.keys(layerFunctions).join(', ')}.`,
  );
}

const mirrored = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function readComparison(comparison: Comparison, context: FilterContext): LayerFilter {
  const isSwapped =
    asProperty(comparison.left) === undefined && asProperty(comparison.right) !== undefined;
  const [left, right] = isSwapped
    ? [comparison.right, comparison.left]
    : [comparison.left, comparison.right];
  const operator = isSwapped ? mirrored[comparison.operator] : comparison.operator;
  const property = requireProperty(left);
  const text = requireLiteral(right, property);
  const queryable = context.require(property.name);
  if (operator === '=') return equalFilter(queryable, [text], property);
  if (operator === '<>') return { kind: 'not', part: equalFilter(queryable, [text], property) };
  const isBelow = operator.startsWith('<');
  const limits = {
    lower: isBelow ? null : text,
    upper: isBelow ? text : null,
    includesLimits: operator.endsWith('='),
  };
  return rangeFilter(queryable, limits, property);
}
