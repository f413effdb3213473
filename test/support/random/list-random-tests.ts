import { globSync } from 'node:fs';
import path from 'node:path';

import { importsAny } from '../imports.ts';

/** The absolute paths of the test files below a folder that use fast-check, directly or through other files. */
export function listRandomTests(folder: string): readonly string[] {
  return globSync('**/*.test.ts', { cwd: folder })
    .map((name) => path.join(folder, name))
    .filter((file) => importsAny(file, ['fast-check']))
    .toSorted();
}
