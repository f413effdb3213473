import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isNumericValue } from '../datatypes/values/decimal.ts';
import { isObject } from '../datatypes/values/json-values.ts';

/**
 * Whether two JSON values are equal. Members can be in any order, numbers must have the same digits, and undefined equals null.
 * @rule Writing: Which values count as equal, so that nothing changes?
 */
export function isEqualValue(leftValue: unknown, rightValue: unknown): boolean {
  const [left, right] = [leftValue ?? null, rightValue ?? null];
  if (left === right) return true;
  if (isNumericValue(left) && isNumericValue(right)) return numberText(left) === numberText(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, index) => isEqualValue(item, right[index]))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqualValue(left[key], right[key]))
  );
}

/** Returns a key for a JSON value. Two values have the same key if and only if they are equal by isEqualValue(). */
export function valueKey(value: unknown): string {
  const valueOrNull = value ?? null;
  if (isNumericValue(valueOrNull)) return numberText(valueOrNull);
  if (Array.isArray(valueOrNull)) return `[${valueOrNull.map(valueKey).join()}]`;
  if (!isObject(valueOrNull)) return JSON.stringify(valueOrNull);
  const members = Object.keys(valueOrNull)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${valueKey(valueOrNull[name])}`);
  return `{${members.join()}}`;
}

function numberText(value: unknown): string {
  return isLosslessNumber(value) ? value.rawJSON : String(value);
}
