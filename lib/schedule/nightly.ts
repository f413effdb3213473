import { refreshNames } from '../writing/dependent-names/refresh-names.ts';
import { fillViews } from '../writing/spatial-views/fill-views.ts';
import type { ScheduledJobContext } from './schedule.ts';

/** Runs the nightly job: refreshes names, then fills the spatial views that are still to be filled. */
export async function runNightly({
  data,
  language,
  hasTime,
}: Pick<ScheduledJobContext, 'data' | 'language' | 'hasTime'>) {
  const { computed, changed, isComplete } = await refreshNames(data, { language, hasTime });
  const views = await fillViews(data, hasTime);
  return {
    computed,
    changed,
    batchesOfViews: views.batches,
    isComplete: isComplete && views.isComplete,
  };
}
