import { refreshNames } from '../../../lib/writing/dependent-names/refresh-names.ts';
import type { ImportContext } from './import-context.ts';

/**
 * Has names follow what an import changed: those that contain a name, a label or a template of it. What is left, because others
 * change it meanwhile, follows later.
 */
export async function refreshImportedNames({
  data,
  language,
  dryRun,
  progress,
}: Pick<ImportContext, 'data' | 'language' | 'dryRun' | 'progress'>): Promise<void> {
  if (dryRun) return;
  let shown: ReturnType<typeof progress.begin> | undefined;
  let reported = 0;
  const refreshed = await refreshNames(data, {
    language,
    onProgress: (computed) => {
      shown ??= progress.begin('Names');
      shown.advance(computed - reported);
      reported = computed;
    },
  });
  shown?.done(`${refreshed.computed} computed anew, ${refreshed.changed} changed`);
}
