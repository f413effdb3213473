import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../infra/local/data-api/emulator.ts';
import {
  createExportJob,
  type ExportJobDetails,
} from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { readQuads } from '../../../lib/exports/read-quads.ts';
import { runJob, type JobOutcome } from '../../../lib/exports/run-job.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import { id, millModel } from '../../infra/cli/import/csv/mill-model.ts';
import { graphsOf } from '../../lib/exports/quads.ts';
import { openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

let service: TestService;
let fileServer: DataApiEmulator;
let folder: string;
let expectedText: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-nquads-'));
  service = await openSampleService();
  await service.openToGuest();
  fileServer = await startDataApiEmulator({
    database: service.stack.database,
    exportFolder: folder,
  });
  Object.assign(process.env, {
    HDS_EXPORT_FOLDER: folder,
    HDS_EXPORT_LINKS: `${fileServer.url}/exports`,
  });
  const details: ExportJobDetails = {
    query: '',
    format: 'nquads',
    everyHours: 24,
    runsAs: null,
    readers: { accounts: [], groups: ['Guest'] },
  };
  await importWithoutOntology();
  for (const name of ['whole', 'in-turns'])
    await runQuery(service.stack.dataApi.write, createExportJob(name, details));
  const chunks = readQuads(
    { dataApi: service.stack.dataApi, caller: null, baseUrl, language: 'en-US' },
    null,
  );
  expectedText = (await Array.fromAsync(chunks)).map(({ text }) => text).join('');
});

afterAll(async () => {
  await fileServer?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Imports a resource instance of a model without an ontology, which has no RDF. */
async function importWithoutOntology(): Promise<void> {
  const record = { resourceinstanceid: id(900), graph_id: millModel.graphid };
  const files = { graph: { graph: [millModel] }, records: [record] };
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(content));
  await importGraphs([path.join(folder, 'graph.json')], service.importContext);
  await importResources([path.join(folder, 'records.json')], service.importContext);
}

/** @param hasTimeLeft whether the process continues after its first part */
async function run(name: string, hasTimeLeft = true): Promise<JobOutcome['state'] | undefined> {
  const context = {
    dataApi: service.stack.dataApi,
    store: createFolderStore({ folder }),
    baseUrl,
    language: 'en-US',
    readQuery: createStoredQueryReader({ areGridReferencesRead: false, datingNodes: [] }),
    readFeatures,
    hasTimeLeft: () => hasTimeLeft,
    minPartBytes: 1,
  };
  const outcome = await runJob(context, { name, ignoredIds: [], owner: 'test', isForced: false });
  return outcome?.state;
}

const readExport = async (name: string): Promise<string> =>
  gunzipSync(await readFile(path.join(folder, name, 'latest.nq.gz'))).toString('utf8');

describe('an export job with the format nquads', () => {
  it('writes what callers without a token may read', async () => {
    expect(await run('whole')).toBe('finished');
    expect(expectedText).toContain(`<${baseUrl}/resources/`);
    expect(expectedText).toContain(` <${baseUrl}/rdm/concepts> .`);
    expect(await readExport('whole')).toBe(expectedText);
    expect(await run('whole')).toBe('skipped');
  });

  it('writes the same if each process has time for only one part', async () => {
    const states = [];
    do states.push(await run('in-turns', false));
    while (states.at(-1) === 'unfinished');
    expect(states.slice(-2)).toEqual(['unfinished', 'finished']);
    expect(await readExport('in-turns')).toBe(expectedText);
  });

  it('is sent as application/n-quads, and its manifest counts resource instances', async () => {
    const redirect = await service.fetch('/exports/whole', { redirect: 'manual' });
    const file = await fetch(redirect.headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toBe('application/n-quads');
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(file.headers.get('content-disposition')).toMatch(/filename="whole-[^"]*Z\.nq"$/);
    expect(await file.text()).toBe(expectedText);
    const manifest: unknown = JSON.parse(
      await readFile(path.join(folder, 'whole', 'latest.json'), 'utf8'),
    );
    const resources = graphsOf(expectedText).size - 1;
    expect(resources).toBeGreaterThan(0);
    expect(manifest).toMatchObject({
      format: 'nquads',
      features: resources,
      query: '',
      leftOut: 1,
    });
  });

  it('says in the list how many resource instances have no RDF, also after several processes', async () => {
    const { exports } = z
      .object({ exports: z.array(z.object({ name: z.string(), leftOut: z.number() })) })
      .parse(await service.fetchJson('/exports'));
    expect(exports).toEqual([
      { name: 'in-turns', leftOut: 1 },
      { name: 'whole', leftOut: 1 },
    ]);
  });
});
