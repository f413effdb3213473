import { nightly } from '../../lib/schedule/nightly.ts';
import { scheduled } from '../../lib/schedule/schedule.ts';

/** What is done once a night, at the time that the parameter nightlySchedule says. */
export const handler = scheduled(
  { id: 'nightly', capability: 'transactions', timeout: 900 },
  nightly,
);
