import type { RawMetadata } from './raw-metadata.ts';
import { directoryTags, exifMark, readTiffStructure, withoutExifMark } from './tiff-fields.ts';

/** Words of XMP that name a place: those of EXIF, IPTC, drones, Darwin Core and others, with any prefix. */
const wordsOfPlaces = /latitude|longitude|location|locality|gpsarea|:city|geo:lat/i;

/** What names a place in the films that some cameras add to a picture. */
const namesInFilms: readonly string[] = ['location.ISO6709', '\u{a9}xyz'];

const xmpBegin = '<rdf:RDF';
const xmpEnd = '</rdf:RDF>';

/** Parts of a file that may have a place, and that are not read: XMP of several parts, and profiles of ImageMagick in PNG. */
const unreadParts: readonly string[] = [
  'http://ns.adobe.com/xmp/extension/',
  'Raw profile type exif',
  'Raw profile type APP1',
  'Raw profile type iptc',
  'Raw profile type 8bim',
  'Raw profile type xmp',
];

/** Sub-location, city, and the code and name of a place: data sets 92, 90, 26 and 27 of record 2 (IPTC IIM 4.2). */
const placeDataSets: readonly Buffer[] = [92, 90, 26, 27].map((dataSet) =>
  Buffer.from([0x1c, 2, dataSet]),
);

/** Fields of the GPS directory that are no place: its version, the time and the date. */
const fieldsWithoutPlace: ReadonlySet<number> = new Set([0, 7, 29]);

/**
 * Finds out whether the metadata of a picture has a place: in EXIF, XMP or IPTC, also in that of a picture or film within it.
 * @rule Files: Which metadata of a picture is a place?
 * @param bytes the whole file
 * @returns null if a part that may have one cannot be read
 */
export function findPlace(bytes: Buffer, metadata: RawMetadata): boolean | null {
  const { exif, iptc, xmp, tifftagPhotoshop } = metadata;
  const texts = [...xmpTexts(bytes), withoutZeros(xmp ?? Buffer.alloc(0)).toString('latin1')];
  const hasName =
    texts.some((text) => wordsOfPlaces.test(text)) || includesAny(bytes, namesInFilms);
  const hasDataSet = [iptc, tifftagPhotoshop].some((block) =>
    placeDataSets.some((dataSet) => block?.includes(dataSet)),
  );
  if (hasName || hasDataSet) return true;
  const blocks = [...exifBlocks(bytes), ...(exif === undefined ? [] : [withoutExifMark(exif)])];
  const places = new Set(blocks.map(hasPlaceInExif));
  if (places.has(true)) return true;
  return places.has(null) || includesAny(bytes, unreadParts) ? null : false;
}

const includesAny = (bytes: Buffer, names: readonly string[]): boolean =>
  names.some((name) => bytes.includes(name, 0, 'latin1'));

/** XMP in UTF-16 or UTF-32 has zeros between its letters. */
const withoutZeros = (xmp: Buffer): Buffer => Buffer.from(xmp.filter((byte) => byte !== 0));

/** How many blocks of EXIF, and of XMP, are looked for in a file. */
const maxBlocks = 100;

/** The texts of XMP in a file, also in pictures within it, and in formats whose XMP sharp does not take out. */
function* xmpTexts(bytes: Buffer): Generator<string> {
  let begin = bytes.indexOf(xmpBegin);
  for (let block = 0; begin !== -1 && block < maxBlocks; block += 1) {
    const end = bytes.indexOf(xmpEnd, begin);
    yield bytes.toString('latin1', begin, end === -1 ? bytes.length : end);
    begin = end === -1 ? -1 : bytes.indexOf(xmpBegin, end);
  }
}

/** The bytes from each block of EXIF in a file on, and a TIFF file itself, whose directories are those of EXIF. */
function* exifBlocks(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  let position = bytes.indexOf(exifMark);
  for (let block = 0; position !== -1 && block < maxBlocks; block += 1) {
    yield bytes.subarray(position + exifMark.length);
    position = bytes.indexOf(exifMark, position + 1);
  }
}

/** Whether EXIF has a place. Null if it cannot be read as a whole; bytes that are no EXIF have none. */
function hasPlaceInExif(bytes: Buffer): boolean | null {
  const structure = readTiffStructure(bytes);
  if (structure === undefined) return false;
  const hasPlace = structure.directories.some(
    ({ parentTag, fields }) =>
      parentTag === directoryTags.gps && fields.some(({ tag }) => !fieldsWithoutPlace.has(tag)),
  );
  if (hasPlace) return true;
  return structure.isComplete ? false : null;
}
