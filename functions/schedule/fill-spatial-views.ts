import { createScheduledHandler } from '../../lib/schedule/schedule.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';

/** Fills the spatial views that are too large for the request that made them. A line of the log starts it (infra/aws/spatial-views.yml). */
export const handler = createScheduledHandler(
  { id: 'fill-spatial-views', capability: 'statements', timeout: 900, isRepeated: true },
  async ({ data, hasTime }) => {
    const done = await fillViews(data, hasTime);
    return done.isComplete ? done : { ...done, waitingViews: true };
  },
);
