import { parseDecimal } from '../datatypes/values/decimal.ts';
import type { Expression, Filter, IntervalLiteral } from './filter.ts';

/**
 * Writes a filter as CQL2 JSON, which `parseFilterJson` parses into the same filter.
 * @returns a value for JSON.stringify, which writes every digit of its numbers
 */
export function writeFilterJson(filter: Filter): unknown {
  return write(filter);
}

function write(expression: Expression): unknown {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return operation(expression.kind, expression.filters);
    case 'not':
      return operation('not', [expression.filter]);
    case 'comparison':
    case 'spatial':
    case 'temporal':
    case 'arrayPredicate':
    case 'arithmetic':
      return operation(expression.operator, [expression.left, expression.right]);
    case 'isNull':
    case 'casei':
    case 'accenti':
      return operation(expression.kind, [expression.value]);
    case 'like':
      return operation('like', [expression.value, expression.pattern]);
    case 'between':
      return operation('between', [expression.value, expression.lower, expression.upper]);
    case 'in':
      return { op: 'in', args: [write(expression.value), expression.items.map(write)] };
    case 'function':
      return operation(expression.name, expression.arguments);
    case 'array':
      return expression.items.map(write);
    case 'interval':
      return { interval: [writeIntervalEnd(expression.start), writeIntervalEnd(expression.end)] };
    case 'box': {
      const { west, south, east, north } = expression.box;
      const [lowest, highest] = expression.heights ?? [];
      return { bbox: [west, south, lowest, east, north, highest].filter(isPresent) };
    }
    case 'geometry':
      return expression.geometry;
    case 'boolean':
      return expression.value;
    case 'date':
      return { date: expression.date };
    case 'timestamp':
      return { timestamp: expression.timestamp };
    case 'text':
      return expression.text;
    case 'number':
      return parseDecimal(expression.decimal);
    default:
      return { property: expression.name };
  }
}

const operation = (op: string, operands: readonly Expression[]): unknown => ({
  op,
  args: operands.map(write),
});

const isPresent = (number: number | undefined): number is number => number !== undefined;

function writeIntervalEnd(end: IntervalLiteral['start']): unknown {
  if (end === null) return '..';
  if (end.kind === 'date') return end.date;
  return end.kind === 'timestamp' ? end.timestamp : write(end);
}
