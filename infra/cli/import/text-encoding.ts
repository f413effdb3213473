/** The encodings that are read or named. */
export type CsvEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

const encodings: ReadonlySet<string> = new Set<CsvEncoding>([
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
]);

const isCsvEncoding = (name: string): name is CsvEncoding => encodings.has(name);

/** Finds an encoding by one of its names (WHATWG Encoding Standard, section 4.2), such as `latin1`. @returns undefined for others */
export function findEncoding(name: string): CsvEncoding | undefined {
  try {
    const { encoding } = new TextDecoder(name);
    return isCsvEncoding(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

const byteOrderMarks: readonly (readonly [CsvEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding of a file, as far as its beginning shows it. */
export type DetectedEncoding = {
  readonly encoding: CsvEncoding;
  /** The length of the byte order mark; 0 without one. */
  readonly markLength: number;
};

/** Detects the encoding of a file by its byte order mark, or UTF-16 by its zero bytes. @returns undefined if the beginning shows none */
export function detectEncoding(beginning: Uint8Array): DetectedEncoding | undefined {
  const mark = byteOrderMarks.find(([, bytes]) =>
    bytes.every((byte, index) => beginning[index] === byte),
  );
  if (mark !== undefined) return { encoding: mark[0], markLength: mark[1].length };
  const encoding = detectUtf16(beginning.subarray(0, 1000));
  return encoding === undefined ? undefined : { encoding, markLength: 0 };
}

/** Text in the Latin alphabet has a zero in every second byte of UTF-16, and none in any other encoding. */
function detectUtf16(bytes: Uint8Array): CsvEncoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0 || Math.max(even, odd) < bytes.length / 4) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}
