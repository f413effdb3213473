import { isUtf8 } from 'node:buffer';

/**
 * Marks a byte that cannot be decoded by its offset between two characters that Unicode reserves for use inside of a program. So the
 * byte is found again in the cell of which it is part.
 */
export const markInvalidByte = (offset: number): string => `\uFDD0${offset}\uFDD1`;

const markPattern = /\uFDD0(\d+)\uFDD1/g;

/** A byte of a row that cannot be decoded. */
export type InvalidByte = {
  /** The position of the cell in the row, from 0. */
  readonly position: number;
  /** From 0, in the uncompressed file. */
  readonly byteOffset: number;
};

/** Finds the first marked byte of a row. @returns undefined if there is none */
export function findInvalidByte(texts: readonly string[]): InvalidByte | undefined {
  for (const [position, text] of texts.entries()) {
    const [, offset] = new RegExp(markPattern).exec(text) ?? [];
    if (offset !== undefined) return { position, byteOffset: Number(offset) };
  }
  return undefined;
}

/** Replaces the marks of a text with the replacement character. */
export function replaceMarks(text: string): string {
  return text.replaceAll(markPattern, '\uFFFD');
}

/**
 * Passes on the bytes of UTF-8 text, without splitting a character. Bytes that are not UTF-8 are replaced with marks.
 * @param onInvalid called when there is the first mark
 */
export async function* markInvalidUtf8(
  chunks: AsyncIterable<Uint8Array>,
  firstOffset: number,
  onInvalid: () => void,
): AsyncGenerator<Uint8Array> {
  let offset = firstOffset;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - countUnfinishedBytes(bytes);
    yield repair(bytes.subarray(0, end), offset, onInvalid);
    rest = bytes.subarray(end);
    offset += end;
  }
  if (rest.length > 0) yield repair(rest, offset, onInvalid);
}

function repair(bytes: Uint8Array, firstOffset: number, onInvalid: () => void): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  onInvalid();
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let index = 0; index < bytes.length;) {
    const length = measureCharacter(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    parts.push(bytes.subarray(start, index), Buffer.from(markInvalidByte(firstOffset + index)));
    index += 1;
    start = index;
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}

/** Returns the number of bytes of the UTF-8 character at an index; 0 if there is none. */
function measureCharacter(bytes: Uint8Array, index: number): number {
  const length = expectedLength(bytes[index] ?? 0);
  if (length < 2) return length;
  const character = bytes.subarray(index, index + length);
  return character.length === length && isUtf8(character) ? length : 0;
}

/** Returns the length of the character that begins with a byte; 0 if none does. */
function expectedLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}

/** Returns the number of bytes at the end that are the beginning of a character. */
function countUnfinishedBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const length = expectedLength(bytes[bytes.length - count] ?? 0);
    if (length > 0) return length > count ? count : 0;
  }
  return 0;
}
