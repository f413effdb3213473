import {
  isSameNumber,
  parseDecimal,
  toNumber,
  type JsonNumber,
} from '../datatypes/values/decimal.ts';

const plainDecimal = /^(?<sign>-?)(?<integer>\d+)(?:\.(?<fraction>\d+))?$/;

/** Compares two numbers that are the same floating point number by their digits. */
function compareDigits(left: JsonNumber, right: JsonNumber): number {
  const [first, second] = [left, right].map(
    (number) => plainDecimal.exec(JSON.stringify(number))?.groups,
  );
  if (first === undefined || second === undefined) return 0;
  const places = Math.max(first['fraction']?.length ?? 0, second['fraction']?.length ?? 0);
  const [a, b] = [first, second].map(({ sign = '', integer = '', fraction = '' }) =>
    BigInt(`${sign}${integer}${fraction.padEnd(places, '0')}`),
  );
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares two decimal numbers in all digits. @returns undefined if one of the texts is no number */
export function compareNumbers(left: string, right: string): number | undefined {
  const [first, second] = [parseDecimal(left), parseDecimal(right)];
  if (first === undefined || second === undefined) return undefined;
  if (isSameNumber(first, second)) return 0;
  const difference = (toNumber(first) ?? 0) - (toNumber(second) ?? 0);
  return difference === 0 || Number.isNaN(difference) ? compareDigits(first, second) : difference;
}
