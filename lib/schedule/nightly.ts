import { refreshNames } from '../writing/names/refresh-names.ts';
import type { ScheduledWork } from './schedule.ts';

/** What is done once a night: names follow what has changed. @returns what was done, in numbers */
export async function nightly({
  data,
  language,
  hasTime,
}: Pick<ScheduledWork, 'data' | 'language' | 'hasTime'>) {
  const { computed, changed, isComplete } = await refreshNames(data, { language, hasTime });
  return { computed, changed, isComplete };
}
