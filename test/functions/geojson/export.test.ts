import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { handler } from '../../../functions/geojson/export.ts';
import { createExportJob } from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-scheduled-'));
  process.env['HDS_EXPORT_FOLDER'] = folder;
  service = await openSampleService();
  await service.openToGuest();
  const readers = { accounts: [], groups: [] };
  const job = {
    query: 'include_geojson_link',
    format: 'geojson',
    everyHours: 24,
    runsAs: null,
    readers,
  } as const;
  await runQuery(service.stack.dataApi.write, createExportJob('places', job));
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const minute = 60_000;
const runExports = (leaseOwner: string, minutes: number): Promise<unknown> =>
  handler({ owner: leaseOwner }, { getRemainingTimeInMillis: () => minutes * minute });

describe('the function that creates exports', () => {
  it('starts no export without enough time, and asks to be invoked again', async () => {
    expect(await runExports('nightly-run', 1)).toEqual({
      isDone: false,
      finished: 0,
      skipped: 0,
      broken: 0,
    });
  });

  it('creates due exports, equal to GET /geojson, and reports completion', async () => {
    expect(await runExports('nightly-run', 14)).toEqual({
      isDone: true,
      finished: 1,
      skipped: 0,
      broken: 0,
    });
    const file = await readFile(path.join(folder, 'places', 'latest.geojson.gz'));
    const answer = await (await service.fetch('/geojson?include_geojson_link')).text();
    expect(JSON.parse(gunzipSync(file).toString('utf8'))).toEqual(JSON.parse(answer));
  });

  it('makes two queries if no export is due', async () => {
    // One query looks for a due job, one for failed jobs.
    expect(await service.countCalls(() => runExports('nightly-run', 14))).toBe(2);
  });
});
