import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isNumericValue } from '../datatypes/values/decimal.ts';
import { isObject } from '../datatypes/values/json-values.ts';

/** Whether two JSON values are equal: members in any order, numbers by their digits, absent equal to null. */
export function isEqualValue(leftValue: unknown, rightValue: unknown): boolean {
  const [left, right] = [leftValue ?? null, rightValue ?? null];
  if (left === right) return true;
  if (isNumericValue(left) && isNumericValue(right)) return digits(left) === digits(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isEqualValue(item, right[at]));
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
  const present = value ?? null;
  if (isNumericValue(present)) return digits(present);
  if (Array.isArray(present)) return `[${present.map(valueKey).join()}]`;
  if (!isObject(present)) return JSON.stringify(present);
  const members = Object.keys(present)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${valueKey(present[name])}`);
  return `{${members.join()}}`;
}

function digits(value: unknown): string {
  return isLosslessNumber(value) ? value.rawJSON : String(value);
}
