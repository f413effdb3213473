const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const five = 0x35;
const nine = 0x39;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= zero && byte <= nine;

/** A shared buffer for texts of usual length, because allocation takes longer. */
const sharedBuffer = Buffer.alloc(1 << 20);

const withExponent = /(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)/g;

/**
 * Rounds every number half away from zero, by its decimal digits: 1.005 becomes 1.01 at two decimal places.
 * Numbers are written in their shortest form: no trailing zeros, no exponent, no negative zero. All other digits
 * are kept.
 * @param coordinates JSON string of nested lists of numbers; if it contains strings, it is returned unchanged
 * @param decimals number of decimal places
 */
export function roundCoordinates(coordinates: string, decimals: number): string {
  if (coordinates.includes('"')) return coordinates;
  const plain = /[eE]/.test(coordinates)
    ? coordinates.replaceAll(withExponent, withoutExponent)
    : coordinates;
  // The rounded text is never longer.
  const bytes =
    plain.length > sharedBuffer.length ? Buffer.allocUnsafe(plain.length) : sharedBuffer;
  bytes.write(plain, 'latin1');
  return bytes.toString('latin1', 0, roundInPlace(bytes, plain.length, decimals));
}

/** Rounds the numbers in the buffer. Returns the new length. */
function roundInPlace(bytes: Uint8Array, length: number, decimals: number): number {
  let end = 0;
  let at = 0;
  while (at < length) {
    const byte = bytes[at] ?? 0;
    bytes[end] = byte;
    end += 1;
    at += 1;
    if (byte !== point) {
      // Negative zero without decimal places.
      if (byte === zero && bytes[end - 2] === minus && !isDigitOrPoint(bytes[at])) {
        end -= 1;
        bytes[end - 1] = zero;
      }
      continue;
    }
    const cut = at + decimals;
    while (at < cut && isDigit(bytes[at])) {
      bytes[end] = bytes[at] ?? 0;
      end += 1;
      at += 1;
    }
    const next = bytes[at] ?? 0;
    if (next >= five && next <= nine) end = incrementLastDigit(bytes, end);
    while (isDigit(bytes[at])) at += 1;
    end = trimZeros(bytes, end);
  }
  return end;
}

const isDigitOrPoint = (byte: number | undefined): boolean => byte === point || isDigit(byte);

/**
 * Adds one to the last digit of the number.
 * @returns the new end of the number
 */
function incrementLastDigit(bytes: Uint8Array, end: number): number {
  let at = end - 1;
  while (bytes[at] === nine || bytes[at] === point) {
    if (bytes[at] === nine) bytes[at] = zero;
    at -= 1;
  }
  const digit = bytes[at];
  if (digit !== undefined && isDigit(digit)) {
    bytes[at] = digit + 1;
    return end;
  }
  // The dropped digit leaves space for a leading 1.
  bytes.copyWithin(at + 2, at + 1, end);
  bytes[at + 1] = zero + 1;
  return end + 1;
}

/** Removes trailing zeros, a trailing decimal point, and the sign of zero. */
function trimZeros(bytes: Uint8Array, fractionEnd: number): number {
  let end = fractionEnd;
  while (bytes[end - 1] === zero) end -= 1;
  if (bytes[end - 1] === point) end -= 1;
  if (bytes[end - 1] === zero && bytes[end - 2] === minus) {
    end -= 1;
    bytes[end - 1] = zero;
  }
  return end;
}

/** Larger exponents would produce arbitrarily long numbers. */
const maxExponent = 999;

function withoutExponent(
  _: string,
  sign: string,
  whole: string,
  fraction: string | undefined,
  exponent: string,
): string {
  const digits = `${whole}${fraction ?? ''}`;
  const pointPosition = whole.length + Number(exponent);
  if (/^0+$/.test(digits) || Number(exponent) < -maxExponent) return '0';
  if (Number(exponent) > maxExponent) return `${sign}${digits}e${pointPosition - digits.length}`;
  const padded =
    pointPosition <= 0 ? digits.padStart(digits.length - pointPosition + 1, '0') : digits;
  const cut = Math.max(pointPosition, 1);
  const integer = padded
    .slice(0, cut)
    .padEnd(cut, '0')
    .replace(/^0+(?=\d)/, '');
  const rest = padded.slice(cut);
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`;
}
