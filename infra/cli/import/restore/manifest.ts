import { readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { errorCode } from '../../../../lib/errors.ts';
import { CommandError } from '../../command-error.ts';

/** The folder of a package with the files that only this service reads. */
export const ownFolder = 'heritage_data_service';

/** The path of the file that describes the package, relative to the folder of the package. */
export const manifestName = `${ownFolder}/manifest.json`;

/** The folder of a package with the bytes of the files that tiles name. Each is named by its id. */
export const packageFilesFolder = 'files';

/** The content of these files in the manifest. */
export const fileContent = 'files';

/** The version of the format of packages. Increase it with every change of the format, so that no package is misread. */
export const packageFormat = 1;

const manifestSchema = z
  .object({
    format: z.literal(packageFormat),
    /** The version of the database schema from which the rows were exported. */
    schemaVersion: z.string(),
    exportedAt: z.string(),
    /** The account whose rights decided what was exported; null if everything was. */
    account: z.string().nullable(),
    isPartial: z.boolean(),
    hasHashes: z.boolean(),
    counts: z.record(z.string(), z.number()).readonly(),
    /** The last ids that were assigned, by table. */
    lastIds: z.record(z.string(), z.string().nullable()).readonly(),
    files: z
      .array(
        z
          .object({
            path: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
            bytes: z.number(),
            sha256: z.string(),
            /** The name of the table whose rows the file has, or another kind of content such as `records`. */
            content: z.string(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly();

/** The description of an exported package. */
export type Manifest = z.output<typeof manifestSchema>;

/**
 * Reads the manifest of a package.
 * @returns undefined if the package was not exported by this service
 * @throws CommandError `damaged_manifest`
 */
export async function readManifest(directory: string): Promise<Manifest | undefined> {
  const file = path.join(directory, manifestName);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error;
    const message = `${file} is damaged, or was written by another version of this software. Remove the folder ${ownFolder} to import the rest of the package.`;
    throw new CommandError('damaged_manifest', message, { cause: error });
  }
}
