import { findUnstorable, isStorableText } from '../../json/storable.ts';
import { isNumericValue } from '../datatypes/values/decimal.ts';
import { isObject, type JsonObject } from '../datatypes/values/json-values.ts';
import { jsonPointer } from '../problem.ts';
import { readBox } from './box.ts';
import type { Expression, Filter, IntervalEnd } from './filter.ts';
import { readGeometry } from './geometry.ts';
import { dateAdvice, intervalOf, readDate, readIntervalEnd, readTimestamp } from './instants.ts';
import { filterLimits } from './limits.ts';
import { combine, PartCounter, tooDeepMessage, type Operand } from './operand.ts';
import { build, buildArray, isListOperation, requireFilter } from './operations.ts';
import { FilterRefusal, resultOf, type FilterPlace, type FilterResult } from './problem.ts';

/**
 * Parses a filter in CQL2 JSON (OGC 21-065r2, annex C) into the same tree as its text.
 * @param value as `readJson` returns it: numbers may be lossless
 */
export function parseFilterJson(value: unknown): FilterResult<Filter> {
  return resultOf(() => requireFilter(new JsonReader().read(value, '', 1)));
}

const placeOf = (pointer: string): FilterPlace => ({ in: 'json', pointer });

function refuse(message: string, pointer: string): never {
  throw new FilterRefusal(message, placeOf(pointer));
}

const formsOfObjects =
  'An object of a filter is {"op": …, "args": […]}, {"property": …}, {"date": …}, {"timestamp": …}, {"interval": […]}, {"bbox": […]} or a geometry of GeoJSON.';

class JsonReader {
  readonly #counter = new PartCounter();

  /** @param level how deep the value is within the filter, from 1 */
  read(value: unknown, pointer: string, level: number): Operand {
    if (level > filterLimits.depth) refuse(tooDeepMessage, pointer);
    if (Array.isArray(value)) {
      return buildArray(this.#readAll(value, pointer, level), placeOf(pointer));
    }
    if (isObject(value)) return this.#readObject(value, pointer, level);
    return this.#leaf(readScalar(value, pointer), pointer);
  }

  #readAll(values: readonly unknown[], pointer: string, level: number): readonly Operand[] {
    if (values.length === 0) this.#counter.countValue(placeOf(pointer));
    return values.map((value, index) => this.read(value, `${pointer}/${index}`, level + 1));
  }

  #readObject(object: JsonObject, pointer: string, level: number): Operand {
    if ('type' in object) return this.#readGeometry(object, pointer);
    const names = Object.keys(object).toSorted().join(' ');
    switch (names) {
      case 'args op':
        return this.#readOperation(object, pointer, level);
      case 'property':
        return this.#leaf(readProperty(object['property'], pointer), pointer);
      case 'date':
        return this.#leaf(readInstant(object['date'], readDate, `${pointer}/date`), pointer);
      case 'timestamp':
        return this.#leaf(
          readInstant(object['timestamp'], readTimestamp, `${pointer}/timestamp`),
          pointer,
        );
      case 'interval':
        return this.#readInterval(object['interval'], `${pointer}/interval`, level);
      case 'bbox':
        return this.#leaf(
          readBox(object['bbox'], (message) => refuse(message, `${pointer}/bbox`)),
          pointer,
        );
      default:
        return refuse(formsOfObjects, pointer);
    }
  }

  #readOperation({ op, args }: JsonObject, pointer: string, level: number): Operand {
    if (typeof op !== 'string') return refuse('"op" must be a text, such as "=".', `${pointer}/op`);
    if (!Array.isArray(args)) return refuse('"args" must be a list.', `${pointer}/args`);
    if (args.length === 0) this.#counter.countValue(placeOf(pointer));
    const operands = args.map((argument: unknown, index) => {
      const here = `${pointer}/args/${index}`;
      return Array.isArray(argument) && isListOperation(op)
        ? this.#readList(argument, here, level + 1)
        : this.read(argument, here, level + 1);
    });
    return build(op, operands, placeOf(pointer));
  }

  /** A list where the operation needs one, so that it may have a single condition. */
  #readList(values: readonly unknown[], pointer: string, level: number): Operand {
    const operands = this.#readAll(values, pointer, level);
    const items = operands.map(({ expression }) => expression);
    return combine({ kind: 'array', items }, placeOf(pointer), operands);
  }

  #readInterval(value: unknown, pointer: string, level: number): Operand {
    const ends: readonly unknown[] = Array.isArray(value) ? value : [];
    if (ends.length !== 2) refuse('An interval is a list of its start and its end.', pointer);
    const [start, end] = [0, 1].map((index) =>
      this.#readIntervalEnd(ends[index], `${pointer}/${index}`, level),
    );
    const interval = intervalOf(start ?? null, end ?? null);
    if (interval === undefined)
      refuse('The interval ends before it starts. Swap its ends.', pointer);
    return this.#leaf(interval, pointer);
  }

  #readIntervalEnd(value: unknown, pointer: string, level: number): IntervalEnd | null {
    if (typeof value === 'string') {
      const end = readIntervalEnd(value);
      return end === undefined
        ? refuse(`An interval ends at ".." or a date. ${dateAdvice}`, pointer)
        : end;
    }
    const { expression } = this.read(value, pointer, level + 1);
    if (expression.kind === 'property' || expression.kind === 'function') return expression;
    return refuse('An interval ends at "..", a date, a name or a function.', pointer);
  }

  #readGeometry(object: JsonObject, pointer: string): Operand {
    const geometry = readGeometry(
      object,
      (message, path) => refuse(message, `${pointer}${jsonPointer(path)}`),
      () => this.#counter.countPosition(placeOf(pointer)),
    );
    return this.#leaf({ kind: 'geometry', geometry }, pointer);
  }

  #leaf(expression: Expression, pointer: string): Operand {
    this.#counter.countValue(placeOf(pointer));
    return combine(expression, placeOf(pointer), []);
  }
}

function readScalar(value: unknown, pointer: string): Expression {
  if (typeof value === 'string') return { kind: 'text', text: readStorable(value, pointer) };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (isNumericValue(value)) {
    const unstorable = findUnstorable(value);
    if (unstorable !== undefined)
      refuse('The number is too large or has too many digits.', pointer);
    return { kind: 'number', decimal: JSON.stringify(value) };
  }
  return refuse(
    'null is no value of a filter: write {"op": "isNull", "args": [{"property": …}]}.',
    pointer,
  );
}

function readProperty(value: unknown, pointer: string): Expression {
  if (typeof value !== 'string' || value === '') {
    return refuse('"property" must be the name of a property.', `${pointer}/property`);
  }
  return { kind: 'property', name: readStorable(value, `${pointer}/property`) };
}

function readStorable(text: string, pointer: string): string {
  if (isStorableText(text)) return text;
  return refuse('The text has U+0000 or half of a surrogate pair. Remove it.', pointer);
}

function readInstant(
  value: unknown,
  read: (text: string) => Expression | undefined,
  pointer: string,
): Expression {
  const instant = typeof value === 'string' ? read(value) : undefined;
  return instant ?? refuse(dateAdvice, pointer);
}
