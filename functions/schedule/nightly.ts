import { runNightly } from '../../lib/schedule/nightly.ts';
import { createScheduledHandler } from '../../lib/schedule/schedule.ts';

/** What is done once a night, at the time that the parameter nightlySchedule says. */
export const handler = createScheduledHandler(
  { id: 'nightly', capability: 'transactions', timeout: 900 },
  runNightly,
);
