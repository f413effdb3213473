import { refreshNames } from '../../../lib/writing/dependent-names/refresh-names.ts';
import { beginCountingStep } from '../progress.ts';
import type { ImportContext } from './import-context.ts';

/**
 * Refreshes the names that contain a name, a label or a template that an import has changed. A dry run does nothing. Names that other
 * processes change at the same time are refreshed later.
 */
export async function refreshImportedNames({
  dataApi,
  language,
  dryRun,
  progress,
}: Pick<ImportContext, 'dataApi' | 'language' | 'dryRun' | 'progress'>): Promise<void> {
  if (dryRun) return;
  let step: ReturnType<typeof beginCountingStep> | undefined;
  const refreshed = await refreshNames(dataApi, {
    language,
    onProgress: (computed) => {
      step ??= beginCountingStep(progress, 'Names');
      step.advanceTo(computed);
    },
  });
  step?.done(`${refreshed.computed} recomputed, ${refreshed.changed} changed`);
}
