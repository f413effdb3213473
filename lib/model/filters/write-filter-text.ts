import { writeWellKnownText } from '../../rdf/write-well-known-text.ts';
import type { BoxLiteral, Expression, Filter, IntervalLiteral } from './filter.ts';
import { isGroupedByBrackets } from './kinds.ts';
import { isBareName } from './words.ts';

/**
 * Writes a filter as CQL2 text, which `parseFilterText` parses into the same filter.
 */
export function writeFilterText(filter: Filter): string {
  return write(filter);
}

function write(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
      return expression.filters.map(writeWithin('and', 'or')).join(' AND ');
    case 'or':
      return expression.filters.map(writeWithin('or')).join(' OR ');
    case 'not':
      return `NOT ${writeGrouped(expression.filter)}`;
    case 'comparison':
      return `${write(expression.left)} ${expression.operator} ${write(expression.right)}`;
    case 'isNull':
      return `${writeGrouped(expression.value)} IS NULL`;
    case 'like':
      return `${write(expression.value)} LIKE ${write(expression.pattern)}`;
    case 'between':
      return `${write(expression.value)} BETWEEN ${write(expression.lower)} AND ${write(expression.upper)}`;
    case 'in':
      return `${write(expression.value)} IN ${writeList(expression.items)}`;
    case 'spatial':
    case 'temporal':
    case 'arrayPredicate':
      return `${expression.operator.toUpperCase()}${writeList([expression.left, expression.right])}`;
    case 'arithmetic':
      return `${writeGrouped(expression.left)} ${expression.operator} ${writeGrouped(expression.right)}`;
    case 'casei':
    case 'accenti':
      return `${expression.kind.toUpperCase()}(${write(expression.value)})`;
    case 'function':
      return `${expression.name}${writeList(expression.arguments)}`;
    case 'array':
      return writeList(expression.items);
    case 'interval':
      return `INTERVAL(${writeIntervalEnd(expression.start)}, ${writeIntervalEnd(expression.end)})`;
    case 'box':
      return writeBox(expression);
    case 'geometry':
      return writeWellKnownText(expression.geometry) ?? '';
    case 'boolean':
      return expression.value ? 'TRUE' : 'FALSE';
    case 'date':
      return `DATE(${quote(expression.date)})`;
    case 'timestamp':
      return `TIMESTAMP(${quote(expression.timestamp)})`;
    case 'text':
      return quote(expression.text);
    case 'number':
      return expression.decimal;
    default:
      return writeName(expression.name);
  }
}

const writeList = (items: readonly Expression[]): string => `(${items.map(write).join(', ')})`;

const writeWithin =
  (...groupedKinds: readonly Expression['kind'][]) =>
  (expression: Expression): string =>
    groupedKinds.includes(expression.kind) ? `(${write(expression)})` : write(expression);

const writeGrouped = (expression: Expression): string =>
  isGroupedByBrackets(expression) ? `(${write(expression)})` : write(expression);

function writeIntervalEnd(end: IntervalLiteral['start']): string {
  if (end === null) return quote('..');
  if (end.kind === 'date') return quote(end.date);
  return end.kind === 'timestamp' ? quote(end.timestamp) : write(end);
}

function writeBox({ box, heights }: BoxLiteral): string {
  const { west, south, east, north } = box;
  const numbers =
    heights === null
      ? [west, south, east, north]
      : [west, south, heights[0], east, north, heights[1]];
  return `BBOX(${numbers.join(', ')})`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const writeName = (name: string): string =>
  isBareName(name) ? name : `"${name.replaceAll('"', '""')}"`;
