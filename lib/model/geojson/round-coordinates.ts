// ASCII codes.
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const five = 0x35;
const nine = 0x39;

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= zero && byte <= nine;

/** A shared buffer for texts of usual length, because allocating one for each text takes longer. */
const sharedBuffer = Buffer.alloc(1 << 20);

const numberWithExponent = /(-?)(?<![\d.])(\d+)(?:\.(\d+))?[eE]([+-]?\d+)/g;

/**
 * Rounds every number half away from zero, by its decimal digits: 1.005 becomes 1.01 at two decimal places.
 * Numbers are written in their shortest form: no trailing zeros, no exponent, no negative zero. All other digits
 * are kept.
 * @rule GeoJSON and OGC API Features: How are coordinates rounded?
 * @param coordinates JSON string of nested lists of numbers; if it contains strings, it is returned unchanged
 * @param decimals number of decimal places
 */
export function roundCoordinates(coordinates: string, decimals: number): string {
  if (coordinates.includes('"')) return coordinates;
  const withoutExponents = /[eE]/.test(coordinates)
    ? coordinates.replaceAll(numberWithExponent, writeWithoutExponent)
    : coordinates;
  // The rounded text is never longer.
  const bytes =
    withoutExponents.length > sharedBuffer.length
      ? Buffer.allocUnsafe(withoutExponents.length)
      : sharedBuffer;
  bytes.write(withoutExponents, 'latin1');
  return bytes.toString('latin1', 0, roundInPlace(bytes, withoutExponents.length, decimals));
}

/** Rounds the numbers in the buffer. Returns the new length. */
function roundInPlace(bytes: Uint8Array, length: number, decimals: number): number {
  let writeIndex = 0;
  let readIndex = 0;
  while (readIndex < length) {
    const byte = bytes[readIndex] ?? 0;
    bytes[writeIndex] = byte;
    writeIndex += 1;
    readIndex += 1;
    if (byte !== point) {
      // An integer -0 becomes 0.
      if (byte === zero && bytes[writeIndex - 2] === minus && !isDigitOrPoint(bytes[readIndex])) {
        writeIndex -= 1;
        bytes[writeIndex - 1] = zero;
      }
      continue;
    }
    const decimalsEnd = readIndex + decimals;
    while (readIndex < decimalsEnd && isDigit(bytes[readIndex])) {
      bytes[writeIndex] = bytes[readIndex] ?? 0;
      writeIndex += 1;
      readIndex += 1;
    }
    const firstDroppedDigit = bytes[readIndex] ?? 0;
    // The dropped digits are skipped before the increment, which can overwrite the first of them.
    while (isDigit(bytes[readIndex])) readIndex += 1;
    if (firstDroppedDigit >= five && firstDroppedDigit <= nine)
      writeIndex = incrementLastDigit(bytes, writeIndex);
    writeIndex = trimZeros(bytes, writeIndex);
  }
  return writeIndex;
}

const isDigitOrPoint = (byte: number | undefined): boolean => byte === point || isDigit(byte);

/**
 * Adds one to the last digit of the number.
 * @returns the new end of the number
 */
function incrementLastDigit(bytes: Uint8Array, end: number): number {
  let index = end - 1;
  while (bytes[index] === nine || bytes[index] === point) {
    if (bytes[index] === nine) bytes[index] = zero;
    index -= 1;
  }
  const digit = bytes[index];
  if (digit !== undefined && isDigit(digit)) {
    bytes[index] = digit + 1;
    return end;
  }
  // The dropped digit leaves space for a leading 1.
  bytes.copyWithin(index + 2, index + 1, end);
  bytes[index + 1] = zero + 1;
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

function writeWithoutExponent(
  _: string,
  sign: string,
  integerDigits: string,
  fraction: string | undefined,
  exponent: string,
): string {
  const digits = `${integerDigits}${fraction ?? ''}`;
  const pointPosition = integerDigits.length + Number(exponent);
  if (/^0+$/.test(digits) || Number(exponent) < -maxExponent) return '0';
  if (Number(exponent) > maxExponent) return `${sign}${digits}e${pointPosition - digits.length}`;
  const paddedDigits =
    pointPosition <= 0 ? digits.padStart(digits.length - pointPosition + 1, '0') : digits;
  const integerLength = Math.max(pointPosition, 1);
  const integer = paddedDigits
    .slice(0, integerLength)
    .padEnd(integerLength, '0')
    .replace(/^0+(?=\d)/, '');
  const fractionDigits = paddedDigits.slice(integerLength);
  return `${sign}${integer}${fractionDigits === '' ? '' : `.${fractionDigits}`}`;
}
