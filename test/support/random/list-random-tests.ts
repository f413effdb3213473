import { globSync } from 'node:fs';
import path from 'node:path';

import { importsAny } from '../imports.ts';

/** The test files below a folder that draw something by chance, themselves or through what they import, as absolute paths. */
export function listRandomTests(folder: string): readonly string[] {
  return globSync('**/*.test.ts', { cwd: folder })
    .map((name) => path.join(folder, name))
    .filter((file) => importsAny(file, ['fast-check']))
    .toSorted();
}
