import { readFile } from 'node:fs/promises';

import { parse, YAMLParseError } from 'yaml';

import { CommandError } from '../../../command-error.ts';
import { mappingFileName } from '../../../export/tables/write-mapping.ts';
import { mappingSchema, type TableMapping } from './table-mapping.ts';

/**
 * Reads the mapping of a file of tables.
 * @param mappingFile the YAML file; undefined for the one beside the file
 * @throws CommandError that lists every problem with its place
 */
export async function readMapping(
  file: string,
  mappingFile: string | undefined,
): Promise<TableMapping> {
  const path = mappingFile ?? mappingFileName(file);
  const parsed = mappingSchema.safeParse(parseYaml(await readText(path, file), path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: place, message }) => `  ${place.join('.') || 'the mapping'}: ${message}`,
  );
  throw new CommandError(
    'malformed_mapping',
    [`${path} is not a valid mapping:`, ...problems].join('\n'),
  );
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const message = `The mapping ${path} cannot be read. Name one with --mapping, or write a first one with: hds mapping draft ${file} GRAPH`;
    throw new CommandError('missing_mapping', message, { cause });
  }
}

function parseYaml(text: string, path: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (cause) {
    // An alias is a ReferenceError.
    if (!(cause instanceof YAMLParseError || cause instanceof ReferenceError)) throw cause;
    throw new CommandError('malformed_mapping', `${path} is not YAML: ${cause.message}`, { cause });
  }
}
