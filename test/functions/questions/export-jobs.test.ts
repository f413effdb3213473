import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readJobOptions, type JobOptions } from '../../../infra/cli/export-jobs/job-options.ts';
import { createExportJob } from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { runJob } from '../../../lib/exports/run-job.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import type { DatingNodeName } from '../../../lib/model/questions/dating-nodes.ts';
import { buildingGraph } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

const collectionSchema = z.object({
  features: z.array(z.unknown()),
  numberReturned: z.number().optional(),
});

let buildings: Buildings;
let folder: string;

beforeAll(async () => {
  buildings = await openBuildings();
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-exports-'));
});

afterAll(async () => {
  await buildings?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a job runs in. @param datingNodes what the setting of the service names */
const createContext = (datingNodes: readonly DatingNodeName[] = []) => ({
  dataApi: buildings.service.stack.dataApi,
  store: createFolderStore({ folder }),
  baseUrl: 'https://heritage.test',
  language: 'en',
  readQuery: createStoredQueryReader({ areGridReferencesRead: false, datingNodes }),
  readFeatures: (
    source: Parameters<typeof readFeatures>[0],
    after: Parameters<typeof readFeatures>[1],
  ) => readFeatures({ ...source, idsPerBatch: 5 }, after),
  minPartBytes: 1,
});

/** Makes a job and runs it, in so many processes. @returns its file */
async function runNewJob(name: string, options: JobOptions): Promise<string> {
  const { dataApi } = buildings.service.stack;
  const job = await readJobOptions(dataApi, { every: '1d', ...options });
  await runQuery(dataApi.write, createExportJob(name, job));
  const context = createContext();
  for (let isDone = false; !isDone;) {
    let chunks = 0;
    const hasTimeLeft = (): boolean => (chunks += 1) < 3;
    const outcome = await runJob(
      { ...context, hasTimeLeft },
      { name, ignoredIds: [], owner: 'test', isForced: true },
    );
    isDone = outcome?.state !== 'unfinished';
    if (isDone && outcome?.state !== 'finished') throw outcome?.error ?? new Error(outcome?.state);
  }
  const compressed = await readFile(path.join(folder, name, `latest.${job.format}.gz`));
  return gunzipSync(compressed).toString();
}

describe('an export job with conditions', () => {
  it.each([
    ['of an administrator', 'writing-administrator', 'administrator'],
    ['of a caller to whom some records are closed', 'writing-author', 'withGrants'],
  ] as const)(
    '%s writes the features of exactly the records that its account finds, in several processes, and their total at the end',
    async (_, username, kind) => {
      const query = 'node.height=%3E0&period=1850..1900&precision=5';
      const text = await runNewJob(`of-${kind.toLowerCase()}`, { query, as: username });
      const response = await buildings.callers[kind].sendRequest('GET', `/geojson?${query}`);
      const expected = collectionSchema.parse(await response.json());
      const written = collectionSchema.parse(JSON.parse(text));
      expect(written).toEqual(expected);
      expect(written.numberReturned).toBe(written.features.length);
      expect(text.endsWith(`,"numberReturned":${written.features.length}}`)).toBe(true);
      expect(written.features.length).toBeGreaterThan(5);
    },
  );

  it('is made again if other nodes date records, and only then', async () => {
    const { dataApi } = buildings.service.stack;
    const job = await readJobOptions(dataApi, {
      every: '1d',
      as: 'writing-administrator',
      query: 'period=1850',
    });
    await runQuery(dataApi.write, createExportJob('dated', job));
    const run = async (datingNodes: readonly DatingNodeName[]): Promise<string | undefined> => {
      const context = { ...createContext(datingNodes), hasTimeLeft: () => true };
      const start = { name: 'dated', ignoredIds: [], owner: 'test', isForced: false };
      await dataApi.write(rawSql('update export_job set due_at = now()'));
      return (await runJob(context, start))?.state;
    };
    const named = [{ graph: buildingGraph, node: 'built' }];
    expect([await run([]), await run([]), await run(named), await run(named)]).toEqual([
      'finished',
      'skipped',
      'finished',
      'skipped',
    ]);
  });

  it('is refused when it is made if its account knows no such node, or a value cannot be', async () => {
    const { dataApi } = buildings.service.stack;
    const make = async (options: JobOptions): Promise<unknown> =>
      readJobOptions(dataApi, { every: '1d', ...options });
    const as = 'writing-administrator';
    await expect(make({ as, query: 'node.heigt=1' })).rejects.toThrow(/node\.heigt: .*height/);
    await expect(make({ as, query: 'near=1,2' })).rejects.toThrow(/near: must be a longitude/);
    await expect(make({ as, query: 'node.height=tall' })).rejects.toThrow('node.height');
    await expect(make({ as: 'writing-reader', query: 'node.state=good' })).rejects.toThrow(
      'node.state: there is no node with this name',
    );
    await expect(make({ as, query: 'node.state=good' })).resolves.toMatchObject({
      query: 'node.state=good',
    });
  });
});
