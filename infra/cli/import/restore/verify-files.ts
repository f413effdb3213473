import { createHash } from 'node:crypto';
import path from 'node:path';

import { CommandError } from '../../command-error.ts';
import { readFileBytes } from '../read-file.ts';
import { ownFolder, type Manifest } from './manifest.ts';

/**
 * Checks that the files of a package have not changed since the export, by their hashes.
 * @throws CommandError `changed_package`; FileFormatError `unreadable_file`
 */
export async function verifyFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const { path: name, sha256 } of files) {
    const hash = createHash('sha256');
    for await (const bytes of readFileBytes(path.join(directory, name))) hash.update(bytes);
    if (hash.digest('hex') === sha256) continue;
    const message = `${name} has changed since the export, so the package may be damaged. Export it again; or remove its folder ${ownFolder} to import it without accounts, grants and history.`;
    throw new CommandError('changed_package', message);
  }
}
