import { existsSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import { isUuid } from '../../../../lib/model/ids.ts';
import { FileFormatError } from '../file-error.ts';
import { readJsonFile } from '../json-file.ts';

/** The name of the file that describes an ontology. */
export const configurationFile = 'ontology_config.json';

const configurationSchema = z.object({
  base: z.string(),
  base_id: z.string().refine(isUuid, 'is not a UUID'),
  base_name: z.string(),
  base_version: z.union([z.string(), z.number()]).transform(String),
  extensions: z.array(z.string()).default([]),
  /** The prefixes by namespace URI. */
  namespaces: z.record(z.string(), z.string()).default({}),
});

/**
 * Reads an `ontology_config.json`. The RDFS files that it names are in the same folder, and may be compressed (`.gz`).
 * @returns the content, with the paths of the RDFS files, that of the base ontology first
 * @throws FileFormatError `malformed_ontology_config` if a key is missing, `missing_ontology_file`
 * if a named file does not exist, `unreadable_file`
 */
export async function readOntologyConfiguration(file: string) {
  const parsed = configurationSchema.safeParse(await readConfigurationJson(file));
  if (!parsed.success) {
    const message = `The ontology configuration is not valid: ${z.prettifyError(parsed.error)}`;
    throw new FileFormatError('malformed_ontology_config', message);
  }
  const { base, extensions, namespaces } = parsed.data;
  return {
    ontologyId: parsed.data.base_id.toLowerCase(),
    name: parsed.data.base_name,
    version: parsed.data.base_version,
    namespaces,
    files: [base, ...extensions].map((name) => locateFile(path.dirname(file), name)),
  };
}

function locateFile(folder: string, name: string): string {
  const unpackedPath = path.join(folder, path.basename(name));
  const existing = [unpackedPath, `${unpackedPath}.gz`].find((candidate) => existsSync(candidate));
  if (existing !== undefined) return existing;
  const message = `The file ${name}, which the configuration names, is not in its folder. Copy it there`;
  throw new FileFormatError('missing_ontology_file', message);
}

async function readConfigurationJson(file: string): Promise<unknown> {
  try {
    return await readJsonFile(file, 'javascript');
  } catch (cause) {
    if (!(cause instanceof FileFormatError) || cause.code !== 'malformed_json') throw cause;
    const message = `The ontology configuration cannot be read. ${cause.message}`;
    throw new FileFormatError('malformed_ontology_config', message, {}, { cause });
  }
}
