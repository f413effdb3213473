/** The number of first bytes of a file that decide its type. */
export const typeBytes = 4096;

/** The type of a file of which nothing is known. */
export const unknownType = 'application/octet-stream';

/** What browsers may show themselves. All other files are saved. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
  'audio/mpeg',
  'video/mp4',
]);

/** Texts that no program runs. */
const textTypes: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/markdown',
  'text/vtt',
]);

/**
 * Whether a browser may show a file.
 * @rule Files: Which files does a browser show, and which does it save?
 */
export const isShownType = (type: string): boolean => shownTypes.has(type);

/**
 * Determines the type of a file from its first bytes. What it is said to be counts only for texts.
 * @rule Files: Of which type is a file?
 * @param first the first `typeBytes` bytes, or all of a smaller file
 * @param declared the type that a tile states
 */
export function detectContentType(first: Uint8Array, declared?: string): string {
  const type = signatures.find(({ matches }) => matches(first))?.type;
  if (type !== undefined) return type;
  const [declaredType = ''] = (declared ?? '').toLowerCase().split(';');
  return textTypes.has(declaredType.trim()) && isText(first) ? declaredType.trim() : unknownType;
}

/**
 * Whether bytes are of the type that they are said to be. Types that first bytes do not tell, such as those of archives and drawings, count as
 * unknown, so only bytes that are of no other type agree with them; `application/octet-stream` says nothing, and agrees with all bytes.
 * @rule Files: What is checked before an uploaded file is stored?
 * @param first the first `typeBytes` bytes, or all of a smaller file
 */
export function agreesWithType(first: Uint8Array, declared: string): boolean {
  if (declared === unknownType) return true;
  const isKnown = shownTypes.has(declared) || textTypes.has(declared);
  return detectContentType(first, declared) === (isKnown ? declared : unknownType);
}

type Signature = { readonly type: string; readonly matches: (first: Uint8Array) => boolean };

const hasBytes = (first: Uint8Array, bytes: readonly number[], offset = 0): boolean =>
  first.length >= offset + bytes.length &&
  bytes.every((byte, index) => first[offset + index] === byte);

const hasText = (first: Uint8Array, text: string, offset = 0): boolean =>
  hasBytes(first, [...Buffer.from(text, 'latin1')], offset);

const signatures: readonly Signature[] = [
  { type: 'image/jpeg', matches: (first) => hasBytes(first, [0xff, 0xd8, 0xff]) },
  {
    type: 'image/png',
    matches: (first) => hasBytes(first, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  { type: 'image/webp', matches: (first) => hasText(first, 'RIFF') && hasText(first, 'WEBP', 8) },
  {
    type: 'image/gif',
    matches: (first) => hasText(first, 'GIF87a') || hasText(first, 'GIF89a'),
  },
  { type: 'application/pdf', matches: (first) => hasText(first, '%PDF-') },
  { type: 'image/avif', matches: (first) => hasBrand(first, /^avi[fs]$/) },
  {
    type: 'video/mp4',
    matches: (first) => hasBrand(first, /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|dash|MSNV)$/),
  },
  { type: 'audio/mpeg', matches: (first) => hasText(first, 'ID3') || isMpegFrame(first) },
];

/** Whether the first box of an ISO base media file (ISO/IEC 14496-12) names a brand as its major one. */
function hasBrand(first: Uint8Array, brand: RegExp): boolean {
  return (
    hasText(first, 'ftyp', 4) && brand.test(Buffer.from(first.subarray(8, 12)).toString('latin1'))
  );
}

/** Whether a file begins with a frame of MPEG audio, layer III: its 11 bits of synchronisation, and no reserved values. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, frequency] = [third >> 4, (third >> 2) & 3];
  return (
    first === 0xff &&
    second >> 5 === 7 &&
    version !== 1 &&
    layer === 1 &&
    bitrate !== 0 &&
    bitrate !== 15 &&
    frequency !== 3
  );
}

/** Whether the bytes are the beginning of a text in UTF-8, Latin-1 or the like: without control characters. */
function isText(first: Uint8Array): boolean {
  return first.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d].includes(byte));
}
