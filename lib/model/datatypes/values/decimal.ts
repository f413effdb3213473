import {
  isLosslessNumber,
  parseLossless,
  type LosslessNumber,
} from '../../../json/lossless-json.ts';

export type JsonNumber = number | LosslessNumber;

const decimalPattern =
  /^(?<sign>[+-]?)(?=\.?\d)(?<integer>\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d{1,9}))?$/i;

/** Whether a value is a JSON number, lossless or not. */
export function isNumericValue(value: unknown): value is JsonNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}

/** Converts a JSON number into a JavaScript number; undefined for any other value. */
export function toNumber(value: unknown): number | undefined {
  if (isLosslessNumber(value)) return Number(value.rawJSON);
  return typeof value === 'number' ? value : undefined;
}

/**
 * Parses a decimal text without loss of digits: `12`, `+007.50`, `.5`, `1e3`. Spaces around it are ignored.
 * @returns undefined if the text is not a number
 */
export function parseDecimal(text: string): JsonNumber | undefined {
  const groups = decimalPattern.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const { sign, integer = '', fraction = '', exponent } = groups;
  const json = [
    sign === '-' ? '-' : '',
    integer.replace(/^0+(?=\d)/, '') || '0',
    fraction === '' ? '' : `.${fraction}`,
    exponent === undefined ? '' : `e${exponent}`,
  ].join('');
  const number = parseLossless(json);
  return isNumericValue(number) ? number : undefined;
}

/** Whether two numbers are equal in all digits, in any spelling: `1.50` equals `15E-1`. */
export function isSameNumber(left: JsonNumber, right: JsonNumber): boolean {
  return toCanonicalText(left) === toCanonicalText(right);
}

/** Returns a text of the sign, the significant digits, and the power of ten of the last digit. */
function toCanonicalText(number: JsonNumber): string {
  const numberJson = JSON.stringify(number);
  const {
    sign = '',
    integer = '',
    fraction = '',
    exponent = '0',
  } = decimalPattern.exec(numberJson)?.groups ?? {};
  const digits = `${integer}${fraction}`.replace(/^0+/, '');
  const significantDigits = removeTrailingZeros(digits);
  if (significantDigits === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significantDigits.length);
  return `${sign}${significantDigits}e${power}`;
}

/** Removes zeros at the end of digits. A regular expression would take quadratic time. */
export function removeTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
