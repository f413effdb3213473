import { readCreditInXmp } from './credit-xmp.ts';
import type { Credit, RawMetadata } from './raw-metadata.ts';
import { readTiffStructure, withoutExifMark } from './tiff-fields.ts';

/** Longer texts are cut, so that a copy stays small. */
const maxTextBytes = 2000;

const artistTag = 0x013b;
const copyrightTag = 0x8298;

/** By-line, credit and copyright notice (IPTC IIM 4.2, record 2). */
const dataSets = { byLine: 80, credit: 110, copyright: 116 } as const;

/**
 * Reads the credit of a picture: each part from XMP, whose letters are of any script, otherwise from EXIF, otherwise from IPTC.
 * @rule Files: Which metadata does a derivative keep?
 */
export function readCredit({ exif, iptc, xmp }: RawMetadata): Credit {
  const inXmp = readCreditInXmp(xmp?.toString('utf8') ?? '');
  const artist =
    inXmp.artist ??
    readExifText(exif, artistTag) ??
    readDataSet(iptc, dataSets.byLine) ??
    readDataSet(iptc, dataSets.credit);
  const copyright =
    inXmp.copyright ?? readExifText(exif, copyrightTag) ?? readDataSet(iptc, dataSets.copyright);
  return {
    ...(artist === undefined ? {} : { artist }),
    ...(copyright === undefined ? {} : { copyright }),
  };
}

function readExifText(exif: Buffer | undefined, tag: number): string | undefined {
  if (exif === undefined) return undefined;
  const bytes = withoutExifMark(exif);
  const structure = readTiffStructure(bytes);
  const field = structure?.directories
    .filter(({ parentTag }) => parentTag === undefined)
    .flatMap(({ fields }) => fields)
    .find((candidate) => candidate.tag === tag);
  if (structure === undefined || field === undefined) return undefined;
  // Four bytes or fewer are in the field itself.
  const start =
    field.count <= 4 ? field.valueOffset : (structure.readNumber(field.valueOffset, 4) ?? 0);
  return toText(bytes.subarray(start, start + Math.min(field.count, maxTextBytes)));
}

/** The text of the first data set with this number of record 2. */
function readDataSet(iptc: Buffer | undefined, dataSet: number): string | undefined {
  const start = iptc?.indexOf(Buffer.from([0x1c, 2, dataSet])) ?? -1;
  if (iptc === undefined || start === -1 || start + 5 > iptc.length) return undefined;
  const length = iptc.readUInt16BE(start + 3);
  return toText(iptc.subarray(start + 5, start + 5 + Math.min(length, maxTextBytes)));
}

/** Decodes UTF-8, otherwise Latin-1. @returns undefined for an empty text */
function toText(bytes: Buffer): string | undefined {
  const utf8 = bytes.toString('utf8');
  const text = utf8.includes('\u{fffd}') ? bytes.toString('latin1') : utf8;
  const trimmed = text.replaceAll('\0', '').trim();
  return trimmed === '' ? undefined : trimmed;
}
