import { runNightlyJob } from '../../lib/schedule/nightly.ts';
import { createScheduledHandler } from '../../lib/schedule/schedule.ts';

/** Runs once a night, at the time in the parameter nightlySchedule. */
export const handler = createScheduledHandler(
  { id: 'nightly', capability: 'transaction', timeout: 900 },
  runNightlyJob,
);
