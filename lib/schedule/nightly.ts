import { refreshNames } from '../writing/dependent-names/refresh-names.ts';
import { fillViews } from '../writing/spatial-views/fill-views.ts';
import type { ScheduledJobContext } from './schedule.ts';

/** What is done once a night: names follow what has changed, then spatial views are filled that wait for it. @returns what was done, in numbers */
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
