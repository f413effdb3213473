import { FileFormatError } from '../file-error.ts';
import { markInvalidByte, markInvalidUtf8 } from './invalid-bytes.ts';
import { detectEncoding, type CsvEncoding } from '../text-encoding.ts';

/** The text of a CSV file, as UTF-8 without a byte order mark. */
export type DecodedCsv = {
  readonly encoding: CsvEncoding;
  /** Bytes that cannot be decoded are marked (`markInvalidByte`). */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Whether there is a marked byte in the chunks that were read. */
  readonly hasInvalidBytes: () => boolean;
  /** The sentence about the option that reads the file, for the message about a byte that cannot be decoded. */
  readonly advice: string;
};

/**
 * Decodes a CSV file. A byte order mark decides on the encoding, then the option; without either it is UTF-8.
 * @rule Imports and exports: Which encoding and separator does a CSV file have?
 * @param option the encoding that the user has given
 * @throws FileFormatError `invalid_utf8` if the file is UTF-16 and the user has given no encoding
 */
export async function decodeCsv(
  file: AsyncGenerator<Uint8Array>,
  option: CsvEncoding | undefined,
): Promise<DecodedCsv> {
  const beginning = await readBeginning(file);
  const detected = detectEncoding(beginning);
  const detectedEncoding = detected?.encoding ?? 'utf-8';
  if (option === undefined && detectedEncoding !== 'utf-8') {
    await file.return(undefined);
    const name = detectedEncoding === 'utf-16le' ? 'UTF-16' : 'UTF-16, big-endian';
    const message = `The file is not UTF-8 text, but probably ${name}: import it with --encoding ${detectedEncoding}`;
    throw new FileFormatError('invalid_utf8', message);
  }
  const markLength = detected?.markLength ?? 0;
  const encoding = markLength > 0 ? detectedEncoding : (option ?? 'utf-8');
  let hasInvalidBytes = false;
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield beginning.subarray(markLength);
    yield* file;
  }
  const chunks = decoders[encoding](rest(), markLength, () => {
    hasInvalidBytes = true;
  });
  const isGuessed = option === undefined && markLength === 0;
  return {
    encoding,
    chunks,
    hasInvalidBytes: () => hasInvalidBytes,
    advice: isGuessed
      ? 'The file is probably in Windows-1252: import it with --encoding windows-1252.'
      : 'Correct the text, or save the file as UTF-8.',
  };
}

/** The number of bytes from which the encoding is detected. */
const beginningLength = 1000;

async function readBeginning(file: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let beginning: Uint8Array = new Uint8Array();
  while (beginning.length < beginningLength) {
    const { value, done } = await file.next();
    if (done === true) break;
    beginning = beginning.length === 0 ? value : Buffer.concat([beginning, value]);
  }
  return beginning;
}

type Decode = typeof markInvalidUtf8;

/** The bytes that Windows-1252 does not use. The decoder turns them into control characters. */
const unusedCharacters = /[\x81\x8d\x8f\x90\x9d]/g;

const decodeWindows1252: Decode = async function* (chunks, firstOffset, onInvalid) {
  const decoder = new TextDecoder('windows-1252');
  let offset = firstOffset;
  for await (const chunk of chunks) {
    const start = offset;
    const text = decoder.decode(chunk).replaceAll(unusedCharacters, (_character, index: number) => {
      onInvalid();
      return markInvalidByte(start + index);
    });
    yield Buffer.from(text);
    offset += chunk.length;
  }
};

const loneSurrogates = /\p{Surrogate}/gu;

const decodeUtf16 = (isBigEndian: boolean): Decode =>
  async function* (chunks, firstOffset, onInvalid) {
    let offset = firstOffset;
    let rest: Uint8Array = new Uint8Array();
    const decode = (bytes: Uint8Array): Uint8Array => {
      const start = offset;
      offset += bytes.length;
      // A copy, because its bytes are swapped.
      const units = Buffer.from(bytes);
      const text = (isBigEndian ? units.swap16() : units).toString('utf16le');
      if (text.isWellFormed()) return Buffer.from(text);
      onInvalid();
      return Buffer.from(
        text.replaceAll(loneSurrogates, (_unit, index: number) =>
          markInvalidByte(start + index * 2),
        ),
      );
    };
    for await (const chunk of chunks) {
      const bytes = Buffer.concat([rest, chunk]);
      const unitsEnd = bytes.length - (bytes.length % 2);
      // The first half of a pair waits for the other one.
      const lastHighByte = bytes[isBigEndian ? unitsEnd - 2 : unitsEnd - 1] ?? 0;
      const end = lastHighByte >= 0xd8 && lastHighByte <= 0xdb ? unitsEnd - 2 : unitsEnd;
      rest = bytes.subarray(end);
      yield decode(bytes.subarray(0, end));
    }
    if (rest.length >= 2) yield decode(rest.subarray(0, 2));
    if (rest.length % 2 === 0) return;
    onInvalid();
    yield Buffer.from(markInvalidByte(offset));
  };

const decoders: Readonly<Record<CsvEncoding, Decode>> = {
  'utf-8': markInvalidUtf8,
  'windows-1252': decodeWindows1252,
  'utf-16le': decodeUtf16(false),
  'utf-16be': decodeUtf16(true),
};
