import { readdir } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { repeatedMemberCode } from '../../../../lib/json/repeated-members.ts';
import { FileFormatError } from '../file-error.ts';
import { readJsonFile } from '../json-file.ts';

/** The contents of a `.mapping` file: the model of a CSV file, and the nodes of its columns. */
export type CsvMapping = {
  /** The id of the resource model. */
  readonly graphId: string;
  /** The entries that have both a heading and a node. */
  readonly fields: readonly MappedField[];
};

type MappedField = {
  /** The heading of the column. */
  readonly heading: string;
  /** The alias, field name or id of the node. */
  readonly nodeName: string;
};

const trim = (text: string | null | undefined): string => text?.trim() ?? '';

const mappingSchema = z.object({
  resource_model_id: z.string(),
  nodes: z.array(
    z.object({
      arches_nodeid: z.string().nullable().transform(trim),
      file_field_name: z.string().nullish().transform(trim),
    }),
  ),
});

/** Returns the path of the mapping of a CSV file, in the same folder. */
export function mappingPath(csvFile: string): string {
  return csvFile.replace(/\.csv(\.gz)?$/i, '.mapping');
}

/** Returns whether a file is the mapping of a CSV file. The extension may be in any letter case. */
export function isMappingOf(csvFile: string, file: string): boolean {
  return file.replace(/\.mapping$/i, '.mapping') === mappingPath(csvFile);
}

/**
 * Reads the mapping of a CSV file.
 * @returns undefined if it has none
 * @throws FileFormatError `malformed_mapping`, `repeated_member`
 */
export async function readMapping(csvFile: string): Promise<CsvMapping | undefined> {
  const folder = path.dirname(csvFile);
  const names = await readdir(folder).catch((): string[] => []);
  const name = names.find((candidate) => isMappingOf(path.basename(csvFile), candidate));
  if (name === undefined) return undefined;
  const file = path.join(folder, name);
  const parsed = mappingSchema.safeParse(await readMappingJson(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `${file} is not a valid mapping: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
    throw new FileFormatError('malformed_mapping', message);
  }
  const { resource_model_id: graphId, nodes } = parsed.data;
  return {
    graphId: graphId.toLowerCase(),
    fields: nodes.flatMap(({ arches_nodeid: nodeName, file_field_name: heading }) =>
      heading === '' || nodeName === '' ? [] : [{ heading, nodeName }],
    ),
  };
}

async function readMappingJson(file: string): Promise<unknown> {
  try {
    return await readJsonFile(file);
  } catch (cause) {
    if (!(cause instanceof FileFormatError)) throw cause;
    const message = `${file} cannot be read: ${cause.message}`;
    const { pointer } = cause;
    const code = cause.code === repeatedMemberCode ? cause.code : 'malformed_mapping';
    throw new FileFormatError(code, message, { pointer }, { cause });
  }
}
