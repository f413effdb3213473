import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { runDueJobs } from '../../lib/exports/run-due-jobs.ts';
import { readFeatures } from '../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../lib/http/geojson/stored-query.ts';
import { createScheduledHandler } from '../../lib/schedule/schedule.ts';

/** The event of the state machine. `owner` is the id of its execution. */
const executionEvent = z.object({ owner: z.string().min(1) });

/** Runs the export jobs that are due. The state machine of infra/aws/exports.yml calls it until all are finished. */
export const handler = createScheduledHandler(
  { id: 'export', capability: 'export', timeout: 900, runsUntilFinished: true },
  ({ dataApi, settings, language, hasTimeLeft, event }) => {
    const { data: execution } = executionEvent.safeParse(event);
    const jobContext = {
      dataApi,
      store: openExportStore(settings),
      baseUrl: settings.baseUrl,
      language,
      readQuery: createStoredQueryReader(settings),
      readFeatures,
      hasTimeLeft,
    };
    return runDueJobs(jobContext, execution?.owner ?? randomUUID());
  },
);
