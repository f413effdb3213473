import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readJobOptions } from '../../../infra/cli/export-jobs/job-options.ts';
import { createExportJob } from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { runJob } from '../../../lib/exports/run-job.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import { latestFileName, type ExportFormat } from '../../../lib/model/exports/export-format.ts';
import { expectRowsOfTable } from '../../infra/cli/export/tables/compare-with-csv.ts';
import { readLayer } from '../../infra/cli/export/tables/gdal.ts';
import { hasOgrinfo } from '../../support/ogrinfo.ts';
import { nodes } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

const query = `nodegroups=${nodes.phase},${nodes.survey}&node.height=%3E0`;

let buildings: Buildings;
let folder: string;

beforeAll(async () => {
  buildings = await openBuildings();
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-tables-'));
});

afterAll(async () => {
  await buildings?.close();
  await rm(folder, { recursive: true, force: true });
});

type Run = { readonly file: Buffer; readonly processes: number };

/** Makes a job and runs it, in so many processes that each writes a part. @returns its file, decompressed */
async function runNewJob(name: string, format: ExportFormat, username: string): Promise<Run> {
  const { dataApi } = buildings.service.stack;
  const job = await readJobOptions(dataApi, { every: '1d', as: username, query, format });
  await runQuery(dataApi.write, createExportJob(name, job));
  const context = {
    dataApi,
    store: createFolderStore({ folder }),
    baseUrl: 'https://heritage.test',
    language: 'en',
    readQuery: createStoredQueryReader({ areGridReferencesRead: false, datingNodes: [] }),
    readFeatures: (...[source, after]: Parameters<typeof readFeatures>) =>
      readFeatures({ ...source, idsPerBatch: 5 }, after),
    hasTimeLeft: () => false,
    minPartBytes: 1,
  };
  for (let processes = 1; ; processes += 1) {
    const outcome = await runJob(context, { name, ignoredIds: [], owner: 'test', isForced: true });
    if (outcome?.state === 'unfinished') continue;
    if (outcome?.state !== 'finished') throw outcome?.error ?? new Error(outcome?.state);
    const compressed = await readFile(path.join(folder, name, latestFileName(format)));
    return { file: gunzipSync(compressed), processes };
  }
}

const callers = [
  ['writing-administrator', 'administrator'],
  ['writing-reader', 'reader'],
] as const;

describe('an export job with a table', () => {
  it.each(callers)(
    'has what GET /geojson?format=csv answers to its account, from several processes: %s',
    async (username, kind) => {
      const { file, processes } = await runNewJob(`csv-${kind}`, 'csv', username);
      const path = `/geojson?format=csv&${query}`;
      const answer = await buildings.callers[kind].sendRequest('GET', path);
      expect(file.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
      expect(processes).toBeGreaterThan(2);
      expect(file.length).toBeGreaterThan(1000);
    },
  );

  it.runIf(hasOgrinfo).each(callers)(
    'is FlatGeobuf that GDAL reads as the same table, from several processes: %s',
    async (username, kind) => {
      const name = `fgb-${kind}`;
      const { file, processes } = await runNewJob(name, 'flatgeobuf', username);
      const target = path.join(folder, `${name}.fgb`);
      await writeFile(target, file);
      const request = `/geojson?format=csv&${query}`;
      const answer = await buildings.callers[kind].sendRequest('GET', request);
      const features = await readLayer(target, undefined);
      expect(expectRowsOfTable(features, await answer.text())).toBeGreaterThan(50);
      expect(features.every(({ geometry }) => geometry !== null)).toBe(true);
      expect(processes).toBeGreaterThan(2);
    },
  );
});
