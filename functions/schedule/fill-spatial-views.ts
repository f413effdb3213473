import { createScheduledHandler } from '../../lib/schedule/schedule.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';

/**
 * Fills spatial views that are too large for one request. A log line with `waitingViews` starts this function
 * (infra/aws/spatial-views.yml). A run that does not finish logs one too, and so starts the next run.
 */
export const handler = createScheduledHandler(
  { id: 'fill-spatial-views', capability: 'write', timeout: 900, runsUntilFinished: true },
  async ({ dataApi, hasTimeLeft }) => {
    const progress = await fillViews(dataApi, hasTimeLeft);
    return progress.isComplete ? progress : { ...progress, waitingViews: true };
  },
);
