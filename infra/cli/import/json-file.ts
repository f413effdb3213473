import { parseLossless } from '../../../lib/json/lossless-json.ts';
import { NestedTooDeepError } from '../../../lib/json/nesting.ts';
import { readFileText } from './read-file.ts';
import { FileFormatError } from './file-error.ts';

/** Reads a file of one JSON document whole; every digit of its numbers is kept. @throws FileFormatError */
export async function readJsonFile(file: string): Promise<unknown> {
  const parts: string[] = [];
  for await (const part of readFileText(file)) parts.push(part);
  try {
    return parseLossless(parts.join('').replace(/^\uFEFF/, ''));
  } catch (cause) {
    if (cause instanceof NestedTooDeepError)
      throw new FileFormatError('too_deep', cause.message, {}, { cause });
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new FileFormatError(
      'malformed_json',
      `The file is not JSON: ${cause.message}`,
      {},
      { cause },
    );
  }
}
