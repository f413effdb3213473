import { NestedTooDeepError } from '../../../lib/json/nesting.ts';
import { readJson } from '../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../lib/json/repeated-members.ts';
import { FileFormatError } from './file-error.ts';
import { readFileText } from './read-file.ts';
import { makeRepeatedMembersFileError } from './repeated-members.ts';

/** Only configurations, models and accounts are read as one text. The largest known files have 10 MB. */
const maxFileCharacters = 256 * 1024 * 1024;

/**
 * Reads a whole file as text.
 * @rule Imports and exports: How large may an imported file become, and how deep may it be nested?
 * @throws FileFormatError, for example `file_too_large`
 */
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

/** A JSON document of several records. */
export type JsonRecords = {
  /** If members are repeated: the last ones. */
  readonly json: unknown;
  /** The error of the members that are repeated, for the records that have them. */
  readonly repeated?: RepeatedMembersError;
};

type NumberForm = Parameters<typeof readJson>[1];

/**
 * Reads a whole file as one JSON document.
 * @param numbers as in `readJson`
 * @throws FileFormatError
 */
export async function readJsonFile(file: string, numbers?: NumberForm): Promise<unknown> {
  const { json, repeated } = await readJsonRecords(file, numbers);
  if (repeated !== undefined) throw makeRepeatedMembersFileError(repeated.members[0], repeated);
  return json;
}

/**
 * Reads a whole file as one JSON document of several records, of which only those with repeated members are to be left out.
 * @throws FileFormatError
 */
export async function readJsonRecords(file: string, numbers?: NumberForm): Promise<JsonRecords> {
  const text = (await readWholeText(file)).replace(/^\uFEFF/, '');
  try {
    return { json: readJson(text, numbers) };
  } catch (cause) {
    if (cause instanceof RepeatedMembersError) return { json: cause.lastMembers, repeated: cause };
    if (cause instanceof NestedTooDeepError)
      throw new FileFormatError('too_deep', cause.message, {}, { cause });
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `The file is not JSON: ${cause.message}`;
    throw new FileFormatError('malformed_json', message, {}, { cause });
  }
}
