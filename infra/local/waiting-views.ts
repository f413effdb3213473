import { setTimeout as wait } from 'node:timers/promises';

import type { DataApi } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { countFillingViews } from '../../lib/queries/spatial-views/fill-views.ts';
import { fillViews } from '../../lib/writing/spatial-views/fill-views.ts';

/** Milliseconds between two looks at what waits. */
const pause = 5000;

/** What `npm start` needs to fill spatial views by itself. */
export type WaitingViews = {
  readonly data: DataApi;
  readonly say: (line: string) => void;
  readonly isStopping: () => boolean;
  /** Milliseconds between two looks, where they are to be others. */
  readonly pause?: number;
};

/**
 * Fills spatial views that are too large for the request that made them, as a function does in AWS, until the service stops. What goes wrong is told,
 * and tried again.
 */
export async function fillWaitingViews(given: WaitingViews): Promise<void> {
  while (!given.isStopping()) {
    await fillOnce(given);
    await wait(given.pause ?? pause);
  }
}

async function fillOnce({ data, say, isStopping }: WaitingViews): Promise<void> {
  try {
    if ((await run(data.read, countFillingViews())) === 0) return;
    const { isComplete } = await fillViews(data, () => !isStopping());
    if (isComplete) say('spatial views filled');
  } catch (error) {
    if (isStopping()) return;
    say(
      `Spatial views could not be filled: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
