import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { RequestsByOperation, ChooseRequests } from './walk-request.ts';

const requestsModule = z.object({
  requests: z.record(
    z.string(),
    z.custom<ChooseRequests>((value) => typeof value === 'function'),
  ),
});

const folder = path.join(import.meta.dirname, 'requests');

async function loadRequests(): Promise<RequestsByOperation> {
  const requestsById = new Map<string, ChooseRequests>();
  for (const file of globSync('*.ts', { cwd: folder }).toSorted()) {
    const { href } = pathToFileURL(path.join(folder, file));
    const { requests } = requestsModule.parse({ ...Object(await import(href)) });
    for (const [id, chooseRequests] of Object.entries(requests)) {
      const earlierRequests = requestsById.get(id) ?? (() => []);
      requestsById.set(id, (world, turn) => [
        ...earlierRequests(world, turn),
        ...chooseRequests(world, turn),
      ]);
    }
  }
  return Object.fromEntries(requestsById);
}

/** The requests to each reading route, by the id of its operation. Several files may have requests to one operation. */
export const requests = await loadRequests();
