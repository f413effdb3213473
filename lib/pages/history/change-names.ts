import type { ActivityType } from '../../queries/history/activity-items.ts';

/** What a page says of the latest activity of a record. */
export const changeNames: Readonly<Record<ActivityType, string>> = {
  Create: 'Created',
  Update: 'Changed',
  Delete: 'Deleted',
};
