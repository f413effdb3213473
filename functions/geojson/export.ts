import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { runDueJobs } from '../../lib/exports/run-due-jobs.ts';
import { readFeatures } from '../../lib/geojson/read-features.ts';
import { parseFeatureQuery } from '../../lib/http/geojson/feature-request.ts';
import { createScheduledHandler } from '../../lib/schedule/schedule.ts';
import { settings } from '../../lib/settings.ts';

/** The state machine says which of its executions it is. */
const started = z.object({ owner: z.string().min(1) });

/** Does all export jobs that are due. The state machine of infra/aws/exports.yml calls it until nothing is left to do. */
export const handler = createScheduledHandler(
  { id: 'export', capability: 'export', timeout: 900, isRepeated: true },
  ({ data, language, hasTime, event }) => {
    const { data: goingOn } = started.safeParse(event);
    const work = {
      data,
      store: openExportStore(settings()),
      baseUrl: settings().baseUrl,
      language,
      parseQuery: (text: string) => parseFeatureQuery(text, language),
      readFeatures,
      hasTime,
    };
    return runDueJobs(work, goingOn?.owner ?? randomUUID());
  },
);
