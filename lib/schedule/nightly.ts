import { refreshNames } from '../writing/dependent-names/refresh-names.ts';
import { fillViews } from '../writing/spatial-views/fill-views.ts';
import type { ScheduledJobContext } from './schedule.ts';

/** Runs the nightly job: refreshes names, then fills the spatial views that are not yet filled. */
export async function runNightlyJob({
  dataApi,
  language,
  hasTimeLeft,
}: Pick<ScheduledJobContext, 'dataApi' | 'language' | 'hasTimeLeft'>) {
  const { computed, changed, isComplete } = await refreshNames(dataApi, { language, hasTimeLeft });
  const views = await fillViews(dataApi, hasTimeLeft);
  return {
    computed,
    changed,
    batchesOfViews: views.batches,
    isComplete: isComplete && views.isComplete,
  };
}
