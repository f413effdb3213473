import type { Filter } from '../filters/filter.ts';
import { filters as conditions } from '../filters/kinds.ts';
import {
  readBetween,
  readComparison,
  readIn,
  readIsNull,
  readLike,
  readTemporal,
  readValueFunction,
  type ValuePredicate,
} from './filter-predicates.ts';
import { readRecordPredicate } from './filter-record-predicates.ts';
import { refuseClass, UnsupportedFilter } from './filter-refusal.ts';
import type { WrittenQuestion, WrittenTileCondition } from './written-question.ts';

/** The name of the parameter, for messages. */
const parameter = 'filter';

type Group = Filter & { kind: 'and' | 'or' };

const always: WrittenQuestion = { kind: 'all', parts: [] };
const never: WrittenQuestion = { kind: 'any', parts: [] };

/**
 * The question that a filter means. What is joined by AND is met in one tile of each card; NOT and `<>` need a value, as in the standard
 * (OGC 21-065r2, 6.1): a resource instance without one meets neither a condition nor its negation. `none(…)` is met without a value, too.
 * @rule Searching by values: What do AND, OR, NOT and `none` of a filter mean?
 * @throws UnsupportedFilter
 */
export function toWrittenQuestion(filter: Filter): WrittenQuestion {
  return holds(filter);
}

/** The question for the resource instances of which a filter is true. */
function holds(filter: Filter): WrittenQuestion {
  switch (filter.kind) {
    case 'and': {
      const { tiles, others } = divide(filter);
      return { kind: 'all', parts: [...listGroup(tiles), ...others.map(holds)] };
    }
    case 'or':
      return { kind: 'any', parts: filter.filters.map(holds) };
    case 'not':
      return fails(filter.filter);
    case 'boolean':
      return filter.value ? always : never;
    default:
      return isOnTiles(filter) ? toTiles(filter) : holdsAlone(filter);
  }
}

/** The question for the resource instances of which a filter is false, because they have other values. */
function fails(filter: Filter): WrittenQuestion {
  switch (filter.kind) {
    case 'and': {
      const { tiles, others } = divide(filter);
      return {
        kind: 'any',
        parts: [...listGroup(tiles).map(() => failsOnTiles(tiles)), ...others.map(fails)],
      };
    }
    case 'or':
      return { kind: 'all', parts: filter.filters.map(fails) };
    case 'not':
      return holds(filter.filter);
    case 'boolean':
      return filter.value ? never : always;
    default:
      return isOnTiles(filter) ? failsOnTiles([filter]) : failsAlone(filter);
  }
}

/** Divides what is joined into conditions on tiles, and others. */
function divide(filter: Filter & { kind: 'and' }): {
  readonly tiles: readonly Filter[];
  readonly others: readonly Filter[];
} {
  const parts = flatten(filter);
  return {
    tiles: parts.filter(isOnTiles),
    others: parts.filter((part) => !isOnTiles(part)),
  };
}

const flatten = (filter: Filter): readonly Filter[] =>
  filter.kind === 'and' ? filter.filters.flatMap(flatten) : [filter];

const listGroup = (filters: readonly Filter[]): readonly WrittenQuestion[] =>
  filters.length === 0
    ? []
    : [{ kind: 'tiles', condition: { kind: 'all', parts: filters.map(toTile) } }];

const toTiles = (filter: Filter): WrittenQuestion => ({ kind: 'tiles', condition: toTile(filter) });

/** No tile meets the conditions, and some tile has other values. */
function failsOnTiles(filters: readonly Filter[]): WrittenQuestion {
  return {
    kind: 'all',
    parts: [
      { kind: 'tiles', condition: { kind: 'any', parts: filters.map(toOtherTile) } },
      {
        kind: 'not',
        part: { kind: 'tiles', condition: { kind: 'all', parts: filters.map(toTile) } },
      },
    ],
  };
}

/** Whether a filter is a condition on tiles, or joins such conditions. */
function isOnTiles(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.every(isOnTiles);
    case 'comparison':
      return filter.operator !== '<>';
    case 'like':
    case 'between':
    case 'in':
    case 'temporal':
      return true;
    case 'not':
      return filter.filter.kind === 'isNull';
    case 'function':
      return readValueFunction(filter) !== undefined;
    default:
      return false;
  }
}

const isGroup = (filter: Filter): filter is Group => filter.kind === 'and' || filter.kind === 'or';

function toTile(filter: Filter): WrittenTileCondition {
  if (isGroup(filter)) {
    return { kind: filter.kind === 'and' ? 'all' : 'any', parts: filter.filters.map(toTile) };
  }
  return { kind: 'value', parameter, ...readPredicate(filter), isOther: false };
}

/** The condition that a tile has values, but not such ones. */
function toOtherTile(filter: Filter): WrittenTileCondition {
  if (isGroup(filter)) {
    return { kind: filter.kind === 'and' ? 'any' : 'all', parts: filter.filters.map(toOtherTile) };
  }
  return { kind: 'value', parameter, ...readPredicate(filter), isOther: true };
}

function readPredicate(filter: Filter): ValuePredicate {
  switch (filter.kind) {
    case 'comparison':
      return readComparison(filter);
    case 'like':
      return readLike(filter);
    case 'between':
      return readBetween(filter);
    case 'in':
      return readIn(filter);
    case 'temporal':
      return readTemporal(filter);
    case 'not':
      return readPresence(filter.filter);
    case 'function': {
      const predicate = readValueFunction(filter);
      if (predicate !== undefined) return predicate;
      return refuseClass('functions', `The function ${filter.name}`);
    }
    default:
      throw new UnsupportedFilter('This part of the filter is no condition on a node.');
  }
}

function readPresence(filter: Filter): ValuePredicate {
  if (filter.kind === 'isNull') return { name: readIsNull(filter), test: { kind: 'any' } };
  throw new UnsupportedFilter('This part of the filter is no condition on a node.');
}

/** The question of a condition that is not met in a tile. */
function holdsAlone(filter: Filter): WrittenQuestion {
  switch (filter.kind) {
    case 'comparison':
      return failsOnTiles([{ ...filter, operator: '=' }]);
    case 'isNull':
      return { kind: 'not', part: toTiles({ kind: 'not', filter }) };
    case 'function': {
      const inner = readInner(filter);
      if (inner?.name === 'none') return { kind: 'not', part: holds(inner.filter) };
      if (inner?.name === 'same_tile') return toTiles(requireOnTiles(inner.filter));
      return readRecordPredicate(filter, holds).holds;
    }
    case 'arrayPredicate':
      return refuseClass('array-functions', filter.operator.toUpperCase());
    default:
      return readRecordPredicate(filter, holds).holds;
  }
}

/** The question of the negation of a condition that is not met in a tile. */
function failsAlone(filter: Filter): WrittenQuestion {
  switch (filter.kind) {
    case 'comparison':
      return toTiles({ ...filter, operator: '=' });
    case 'isNull':
      return toTiles({ kind: 'not', filter });
    case 'function': {
      const inner = readInner(filter);
      if (inner?.name === 'none') return holds(inner.filter);
      if (inner?.name === 'same_tile') return failsOnTiles([requireOnTiles(inner.filter)]);
      return readRecordPredicate(filter, holds).fails;
    }
    case 'arrayPredicate':
      return refuseClass('array-functions', filter.operator.toUpperCase());
    default:
      return readRecordPredicate(filter, holds).fails;
  }
}

/** The filter in `none(…)` or `same_tile(…)`; undefined for other functions. */
function readInner(
  call: Filter & { kind: 'function' },
): { readonly name: 'none' | 'same_tile'; readonly filter: Filter } | undefined {
  const name = call.name.toLowerCase();
  if (name !== 'none' && name !== 'same_tile') return undefined;
  const [argument, ...others] = call.arguments;
  if (argument === undefined || others.length > 0 || !conditions.includes(argument)) {
    throw new UnsupportedFilter(`The function ${name} needs one condition.`);
  }
  return { name, filter: argument };
}

function requireOnTiles(filter: Filter): Filter {
  if (isOnTiles(filter)) return filter;
  throw new UnsupportedFilter(
    'same_tile joins conditions on nodes by AND and OR. Write others beside it.',
  );
}
