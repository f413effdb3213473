/** A field of a directory of a TIFF structure, which EXIF has, too. */
export type TiffField = {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where its four bytes are that hold the value, or where the value is. */
  readonly valueOffset: number;
};

/** A directory of fields, and what it is: one of pictures, or one to which a field of another leads. */
export type TiffDirectory = {
  /** The tag of the field that leads to it; undefined for the directories of the file itself. */
  readonly parentTag: number | undefined;
  readonly fields: readonly TiffField[];
};

export type TiffStructure = {
  readonly directories: readonly TiffDirectory[];
  /** False if something was not read: a directory outside of the bytes, too many of them, or BigTIFF. */
  readonly isComplete: boolean;
  readonly readNumber: (offset: number, bytes: 2 | 4) => number | undefined;
};

/** What is before EXIF in a JPEG. */
export const exifMark = Buffer.from('Exif\0\0', 'latin1');

/** EXIF from its mark of the byte order on. */
export const withoutExifMark = (exif: Buffer): Buffer =>
  exif.subarray(0, exifMark.length).equals(exifMark) ? exif.subarray(exifMark.length) : exif;

/** The tags that lead to other directories (TIFF 6.0, TIFF Technical Note 1, Exif 3.0). */
export const directoryTags = { subDirectories: 0x014a, exif: 0x8769, gps: 0x8825 } as const;

const leadingTags: ReadonlySet<number> = new Set(Object.values(directoryTags));

/** Where directories follow each other. Cameras leave anything behind those of EXIF and GPS. */
const chainedParents: ReadonlySet<number | undefined> = new Set([
  undefined,
  directoryTags.subDirectories,
]);

const version = 42;
/** BigTIFF has longer offsets, which are not read. */
const bigVersion = 43;

/** Real files have far fewer. The limits bound the work on files that were made to be hostile. */
const maxDirectories = 200;
const maxFields = 2000;
const fieldBytes = 12;

/**
 * Reads the directories of a TIFF structure, without the values.
 * @param bytes from the mark of the byte order on
 * @returns undefined if the bytes are none
 */
export function readTiffStructure(bytes: Buffer): TiffStructure | undefined {
  const mark = bytes.toString('latin1', 0, 2);
  if (mark !== 'II' && mark !== 'MM') return undefined;
  const isLittle = mark === 'II';
  const readNumber: TiffStructure['readNumber'] = (offset, length) => {
    if (offset < 0 || offset + length > bytes.length) return undefined;
    return isLittle ? bytes.readUIntLE(offset, length) : bytes.readUIntBE(offset, length);
  };
  const fileVersion = readNumber(2, 2);
  if (fileVersion === bigVersion) return { directories: [], isComplete: false, readNumber };
  if (fileVersion !== version) return undefined;
  return { ...readDirectories(readNumber), readNumber };
}

/** Follows the chain of directories, and the fields that lead to others, each once. */
function readDirectories(
  readNumber: TiffStructure['readNumber'],
): Pick<TiffStructure, 'directories' | 'isComplete'> {
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>([0]);
  const waiting: { readonly offset: number; readonly parentTag: number | undefined }[] = [
    { offset: readNumber(4, 4) ?? 0, parentTag: undefined },
  ];
  let isComplete = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { offset, parentTag } = next;
    if (seen.has(offset)) continue;
    seen.add(offset);
    const fields = readFields(offset, readNumber);
    if (fields === undefined || directories.length === maxDirectories) {
      isComplete = false;
      continue;
    }
    directories.push({ parentTag, fields });
    for (const field of fields.filter(({ tag }) => leadingTags.has(tag)))
      for (const target of readOffsets(field, readNumber))
        waiting.push({ offset: target, parentTag: field.tag });
    if (!chainedParents.has(parentTag)) continue;
    const following = readNumber(offset + 2 + fields.length * fieldBytes, 4) ?? 0;
    waiting.push({ offset: following, parentTag });
  }
  return { directories, isComplete };
}

/** The fields of a directory; undefined if it is not within the bytes. */
function readFields(
  offset: number,
  readNumber: TiffStructure['readNumber'],
): readonly TiffField[] | undefined {
  const count = readNumber(offset, 2);
  if (count === undefined || count > maxFields) return undefined;
  const fields: TiffField[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = offset + 2 + index * fieldBytes;
    const tag = readNumber(start, 2);
    const type = readNumber(start + 2, 2);
    const length = readNumber(start + 4, 4);
    if (tag === undefined || type === undefined || length === undefined) return undefined;
    fields.push({ tag, type, count: length, valueOffset: start + 8 });
  }
  return fields;
}

/** The offsets in a field that leads to directories: one in the field itself, or a list. */
function readOffsets(
  { count, valueOffset }: TiffField,
  readNumber: TiffStructure['readNumber'],
): readonly number[] {
  const first = readNumber(valueOffset, 4) ?? 0;
  if (count <= 1) return [first];
  return Array.from(
    { length: Math.min(count, maxDirectories) },
    (_, index) => readNumber(first + index * 4, 4) ?? 0,
  );
}
