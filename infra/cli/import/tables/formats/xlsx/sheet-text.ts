/** Reads a text of a sheet (ISO/IEC 29500-1, 22.9.2.19), in which `_x0007_` is a character. */
export const decodeSheetText = (text: string): string =>
  text.replaceAll(/_x([\da-f]{4})_/gi, (_match, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The number of a column of a reference such as `AB12`, from 0; undefined if it has none. */
export function columnOfReference(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  const digits = Array.from(letters, (letter) => letter.charCodeAt(0) - 64);
  return digits.reduce((sum, digit) => sum * 26 + digit, 0) - 1;
}
