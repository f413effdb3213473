import {
  isLosslessNumber,
  parseLossless,
  type LosslessNumber,
} from '../../../json/lossless-json.ts';

export type JsonNumber = number | LosslessNumber;

const decimal =
  /^(?<sign>[+-]?)(?=\.?\d)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d{1,9}))?$/i;

/** Whether a value is a JSON number. */
export function isNumericValue(value: unknown): value is JsonNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}

/**
 * The number that a decimal text stands for, with every digit: `12`, `+007.50`, `.5`, `1e3`; blanks around it do not count.
 * @returns undefined where the text is no number
 */
export function parseDecimal(text: string): JsonNumber | undefined {
  const found = decimal.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const { sign, whole = '', fraction = '', exponent } = found;
  const json = [
    sign === '-' ? '-' : '',
    whole.replace(/^0+(?=\d)/, '') || '0',
    fraction === '' ? '' : `.${fraction}`,
    exponent === undefined ? '' : `e${exponent}`,
  ].join('');
  const number = parseLossless(json);
  return isNumericValue(number) ? number : undefined;
}

/** Whether two numbers are equal to the last digit, however they are written: `1.50` and `15E-1` are. */
export function isSameNumber(one: JsonNumber, other: JsonNumber): boolean {
  return canonical(one) === canonical(other);
}

/** The sign, the digits without zeros at either end, and the power of ten of the last of them. */
function canonical(number: JsonNumber): string {
  const written = JSON.stringify(number);
  const {
    sign = '',
    whole = '',
    fraction = '',
    exponent = '0',
  } = decimal.exec(written)?.groups ?? {};
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutZerosAtEnd(digits);
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/** A regular expression would need the square of the length. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
