import { randomUUID } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';

/**
 * Replaces a file atomically, so that no process reads a partly written one.
 * @param mode the permissions of the file, whatever the umask
 */
export async function replaceFile(file: string, text: string, mode = 0o644): Promise<void> {
  const temporaryFile = `${file}.${randomUUID()}`;
  await writeFile(temporaryFile, text, { mode });
  await chmod(temporaryFile, mode);
  await rename(temporaryFile, file);
}
