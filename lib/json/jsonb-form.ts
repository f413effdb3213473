import { isLosslessNumber, parseLossless } from './lossless-json.ts';

/**
 * Converts a JSON value to the form in which PostgreSQL returns it from jsonb: numbers without an exponent, and members of objects in
 * the order of jsonb (shorter names first, names of equal length by their bytes).
 * @param value as parseLossless returns it
 * @returns the same value, as parseLossless would then return it
 */
export function toJsonbForm(value: unknown): unknown {
  if (typeof value === 'number') return withoutExponent(value, String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (isLosslessNumber(value)) return withoutExponent(value, value.rawJSON);
  if (Array.isArray(value)) return value.map(toJsonbForm);
  const members = Object.entries(value).map(
    ([name, member]) => [name, toJsonbForm(member), Buffer.from(name)] as const,
  );
  members.sort(([, , a], [, , b]) => a.length - b.length || a.compare(b));
  return Object.fromEntries(members.map(([name, member]) => [name, member]));
}

// PostgreSQL refuses numbers with longer exponents.
const numberPattern =
  /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]?\d{1,6}))?$/i;

function withoutExponent(value: unknown, source: string): unknown {
  const parts = /^-0|e/i.test(source) ? numberPattern.exec(source)?.groups : undefined;
  if (parts === undefined) return value;
  const { sign = '', whole = '', fraction = '', exponent = '0' } = parts;
  const decimalPlaces = fraction.length - Number(exponent);
  const digits = `${whole}${fraction}${'0'.repeat(Math.max(0, -decimalPlaces))}`.padStart(
    decimalPlaces + 1,
    '0',
  );
  const pointPosition = digits.length - Math.max(0, decimalPlaces);
  const integerPart = digits.slice(0, pointPosition).replace(/^0+(?=\d)/, '');
  const text = decimalPlaces > 0 ? `${integerPart}.${digits.slice(pointPosition)}` : integerPart;
  return parseLossless(/[1-9]/.test(text) ? `${sign}${text}` : text);
}
