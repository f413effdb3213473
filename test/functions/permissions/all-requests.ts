import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { RequestsByOperation, RequestsOf } from './walk-request.ts';

const requestsModule = z.object({
  requests: z.record(
    z.string(),
    z.custom<RequestsOf>((value) => typeof value === 'function'),
  ),
});

const folder = path.join(import.meta.dirname, 'requests');

async function loadRequests(): Promise<RequestsByOperation> {
  const all = new Map<string, RequestsOf>();
  for (const file of globSync('*.ts', { cwd: folder }).toSorted()) {
    const { href } = pathToFileURL(path.join(folder, file));
    const { requests } = requestsModule.parse({ ...Object(await import(href)) });
    for (const [id, requestsOf] of Object.entries(requests)) {
      const others = all.get(id) ?? (() => []);
      all.set(id, (world, turn) => [...others(world, turn), ...requestsOf(world, turn)]);
    }
  }
  return Object.fromEntries(all);
}

/** The requests to each reading route, by the id of its operation. Several files may have requests to one operation. */
export const requests = await loadRequests();
