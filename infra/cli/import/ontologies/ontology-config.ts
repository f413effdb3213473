import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { isUuid } from '../../../../lib/model/ids.ts';
import { toFileError } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';

const configuration = z.object({
  base: z.string(),
  base_id: z.string().refine(isUuid, 'is not a UUID'),
  base_name: z.string(),
  base_version: z.union([z.string(), z.number()]).transform(String),
  extensions: z.array(z.string()).default([]),
  namespaces: z.record(z.string(), z.string()).default({}),
});

/** What an `ontology_config.json` tells, with the files that it names. */
export type OntologyConfiguration = {
  readonly ontologyId: string;
  readonly name: string;
  readonly version: string;
  /** Prefix by namespace URI, as the file has them. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Paths of the RDFS files, base first. */
  readonly files: readonly string[];
};

/**
 * Reads an `ontology_config.json`. The files that it names stand beside it, packed (`.gz`) or not.
 * @throws FileFormatError `malformed_ontology_config` where a key is missing, `missing_ontology_file`
 * where a named file is not there, `unreadable_file`
 */
export async function readOntologyConfiguration(file: string): Promise<OntologyConfiguration> {
  const parsed = configuration.safeParse(parseJson(await wholeFile(file)));
  if (!parsed.success) {
    const message = `The ontology configuration is not usable: ${z.prettifyError(parsed.error)}`;
    throw new FileFormatError('malformed_ontology_config', message);
  }
  const { base, base_id: id, base_name: name, base_version: version, extensions } = parsed.data;
  const files = [base, ...extensions].map((named) => locate(path.dirname(file), named));
  const { namespaces } = parsed.data;
  return { ontologyId: id.toLowerCase(), name, version, namespaces, files };
}

async function wholeFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toFileError(error, file);
  }
}

function locate(folder: string, named: string): string {
  const plain = path.join(folder, path.basename(named));
  const found = [plain, `${plain}.gz`].find((candidate) => existsSync(candidate));
  if (found === undefined)
    throw new FileFormatError(
      'missing_ontology_file',
      `The configuration names ${named}, which is not beside it`,
    );
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The ontology configuration is not JSON: ${String(error)}`;
    throw new FileFormatError('malformed_ontology_config', message, {}, { cause: error });
  }
}
