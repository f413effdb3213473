import { parseLossless } from '../../../lib/json/lossless-json.ts';
import { NestedTooDeepError } from '../../../lib/json/nesting.ts';
import { FileFormatError } from './file-error.ts';
import { readFileText } from './read-file.ts';

/** Only configurations, models and accounts are read as one text. The largest known files have 10 MB. */
const maxFileCharacters = 256 * 1024 * 1024;

/** Reads a whole file as text. @throws FileFormatError, for example `file_too_large` */
export async function readWholeText(
  file: string,
  maxCharacters = maxFileCharacters,
): Promise<string> {
  const parts: string[] = [];
  let characters = 0;
  for await (const part of readFileText(file)) {
    characters += part.length;
    if (characters > maxCharacters) {
      const message = `The file has more than ${maxCharacters} characters: split it`;
      throw new FileFormatError('file_too_large', message);
    }
    parts.push(part);
  }
  return parts.join('');
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
