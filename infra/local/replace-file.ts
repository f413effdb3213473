import { randomUUID } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';

/**
 * Replaces a file at once, so that no process reads only a part of it.
 * @param mode its permissions, independent of the umask
 */
export async function replaceFile(file: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, text, { mode });
  await chmod(temporary, mode);
  await rename(temporary, file);
}
