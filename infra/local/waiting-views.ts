import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { countFillingViews } from '../../lib/queries/spatial-views/fill-views.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';

/** What `npm start` needs to fill spatial views by itself. */
export type WaitingViewsOptions = {
  readonly data: DataApi;
  /** What the functions log. */
  readonly log: Readable;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
};

/**
 * Fills spatial views that are too large for the request that made them: at once those that an earlier start left, the others when a line of the log
 * reports one, as in AWS (infra/aws/spatial-views.yml). What goes wrong is reported.
 */
export function fillWaitingViews({ log, ...given }: WaitingViewsOptions): void {
  let work = fillOnce(given);
  createInterface({ input: log }).on('line', (line) => {
    if (line.includes('"waitingViews"')) work = work.then(async () => fillOnce(given));
  });
}

async function fillOnce({
  data,
  print: say,
  isStopping,
}: Omit<WaitingViewsOptions, 'log'>): Promise<void> {
  try {
    if ((await runQuery(data.read, countFillingViews())) === 0) return;
    const { isComplete } = await fillViews(data, () => !isStopping());
    if (isComplete) say('spatial views filled');
  } catch (error) {
    if (isStopping()) return;
    say(
      `Spatial views could not be filled: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
