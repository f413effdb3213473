import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { countUnfilledViews } from '../../lib/queries/spatial-views/fill-views.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';
import { getErrorMessage } from './error-message.ts';

export type WaitingViewsOptions = {
  readonly dataApi: DataApi;
  /** The log of the functions. */
  readonly log: Readable;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
};

/**
 * Fills spatial views that were too large to be filled by the request that created them: at once, and whenever a line of the log
 * reports such a view, as in AWS (infra/aws/spatial-views.yml). Errors are printed.
 */
export function fillWaitingViews({ log, ...options }: WaitingViewsOptions): void {
  let currentFill = fillViewsOnce(options);
  createInterface({ input: log }).on('line', (line) => {
    if (line.includes('"waitingViews"'))
      currentFill = currentFill.then(async () => fillViewsOnce(options));
  });
}

async function fillViewsOnce({
  dataApi,
  print,
  isStopping,
}: Omit<WaitingViewsOptions, 'log'>): Promise<void> {
  try {
    if ((await runQuery(dataApi.read, countUnfilledViews())) === 0) return;
    const { isComplete } = await fillViews(dataApi, () => !isStopping());
    if (isComplete) print('spatial views filled');
  } catch (error) {
    if (isStopping()) return;
    print(`Spatial views could not be filled: ${getErrorMessage(error)}`);
  }
}
