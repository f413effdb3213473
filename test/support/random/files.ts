import { globSync } from 'node:fs';
import path from 'node:path';

import { reaches } from '../imports.ts';

/** The test files below a folder that draw something by chance, themselves or through what they import, as absolute paths. */
export function randomTestFiles(folder: string): readonly string[] {
  return globSync('**/*.test.ts', { cwd: folder })
    .map((name) => path.join(folder, name))
    .filter((file) => reaches(file, ['fast-check']))
    .toSorted();
}
