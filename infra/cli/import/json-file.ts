import { parseLossless } from '../../../lib/json/lossless-json.ts';
import { NestedTooDeepError } from '../../../lib/json/nesting.ts';
import { FileFormatError } from './file-error.ts';
import { readFileText } from './read-file.ts';

/** Reads a whole file as text. @throws FileFormatError */
export async function readWholeText(file: string): Promise<string> {
  return (await Array.fromAsync(readFileText(file))).join('');
}

/**
 * Reads a whole file as one JSON document. By default its numbers keep all their digits.
 * @param parse throws SyntaxError or NestedTooDeepError
 * @throws FileFormatError
 */
export async function readJsonFile(
  file: string,
  parse: (text: string) => unknown = parseLossless,
): Promise<unknown> {
  const text = (await readWholeText(file)).replace(/^\uFEFF/, '');
  try {
    return parse(text);
  } catch (cause) {
    if (cause instanceof NestedTooDeepError)
      throw new FileFormatError('too_deep', cause.message, {}, { cause });
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `The file is not JSON: ${cause.message}`;
    throw new FileFormatError('malformed_json', message, {}, { cause });
  }
}
