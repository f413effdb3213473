import { openFileStore } from '../../lib/files/open-file-store.ts';
import { deriveNewFiles, deriveWaitingFiles } from '../../lib/images/derive-files.ts';
import { readNewFiles } from '../../lib/images/new-files.ts';
import { createScheduledHandler } from '../../lib/schedule/schedule.ts';

/**
 * Examines new files, and makes the copies of pictures. The bucket names them in a queue that starts this function; once a night it does what was
 * left over (infra/aws/derivatives.yml). Its memory is that of the largest picture.
 */
export const handler = createScheduledHandler(
  {
    id: 'derive-files',
    capability: 'derive',
    timeout: 300,
    memory: 3008,
    runsUntilFinished: true,
  },
  async ({ dataApi, settings, hasTimeLeft, event }) => {
    const context = { dataApi, store: openFileStore(settings) };
    const fileIds = readNewFiles(event);
    const examined =
      fileIds === undefined
        ? deriveWaitingFiles(context, hasTimeLeft)
        : deriveNewFiles(fileIds, context);
    const outcomes = new Map<string, number>();
    for await (const { outcome } of examined)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    return Object.fromEntries(outcomes);
  },
);
