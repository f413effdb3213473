import { writeFile } from 'node:fs/promises';

import type { ImportContext } from '../import-context.ts';
import type { MissingConcepts } from './missing-concepts.ts';

/** Describes the labels without a concept: a line for the summary if there are any. */
export function describeMissingConcepts(
  { count }: MissingConcepts,
  { createsConcepts }: Pick<ImportContext, 'createsConcepts'>,
): readonly string[] {
  if (count === 0) return [];
  return [
    createsConcepts === true
      ? `Concepts created from labels: ${count}`
      : `Labels without a concept: ${count} (--create-concepts creates concepts, --missing-concepts FILE lists the labels)`,
  ];
}

/** Writes the labels without a concept to the file of `--missing-concepts`, if there are any. */
export async function writeMissingConcepts(
  missingConcepts: MissingConcepts,
  { missingConceptsFile, language }: Pick<ImportContext, 'missingConceptsFile' | 'language'>,
): Promise<void> {
  if (missingConceptsFile !== undefined && missingConcepts.count > 0)
    await writeFile(missingConceptsFile, missingConcepts.toTurtle(language));
}
