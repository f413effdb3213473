import { realpathSync } from 'node:fs';

import { reportProblems, type ImportContext } from './import-context.ts';

/** Files without those that are given again, which are reported, be it by another path. */
export function skipRepeatedFiles(
  files: readonly string[],
  context: Pick<ImportContext, 'report' | 'strict'>,
): readonly string[] {
  const seen = new Set<string>();
  return files.filter((file) => {
    const place = placeOf(file);
    const isNew = !seen.has(place);
    seen.add(place);
    if (isNew) return true;
    const message = 'The file is given twice: it is read once.';
    const problem = { severity: 'warning', code: 'repeated_file', pointer: '', message } as const;
    reportProblems(file, [problem], context);
    return false;
  });
}

function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Reading it says what is wrong with it.
    return file;
  }
}
