import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../infra/local/data-api/emulator.ts';
import {
  addExportReaders,
  createExportJob,
  deleteExportJob,
  updateExportJob,
  deleteFinishedRuns,
} from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { runJob } from '../../../lib/exports/run-job.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

const names = ['ann', 'bob', 'root'] as const;
type CallerName = (typeof names)[number] | 'nobody';

/** The accounts and groups that may fetch each export. */
const exports: Readonly<
  Record<string, { accounts: readonly string[]; groups: readonly string[] }>
> = {
  'for-admins': { accounts: [], groups: [] },
  'for-ann': { accounts: ['ann'], groups: [] },
  'for-editors': { accounts: [], groups: ['Resource Editor'] },
  'for-everybody': { accounts: [], groups: ['Guest'] },
  'not-made': { accounts: ['ann'], groups: [] },
};

const fetchableExports: Readonly<Record<CallerName, readonly string[]>> = {
  nobody: ['for-everybody'],
  ann: ['for-ann', 'for-editors', 'for-everybody'],
  bob: ['for-everybody'],
  root: ['for-admins', 'for-everybody'],
};

let service: TestService;
let fileServer: DataApiEmulator;
let folder: string;
const tokens = new Map<CallerName, Readonly<Record<string, string>>>([['nobody', {}]]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-fetched-'));
  service = await openSampleService();
  await service.openToGuest();
  // A second emulator, which serves the files.
  fileServer = await startDataApiEmulator({
    database: service.stack.database,
    exportFolder: folder,
  });
  const links = `${fileServer.url}/exports`;
  Object.assign(process.env, { HDS_EXPORT_FOLDER: folder, HDS_EXPORT_LINKS: links });
  const root = await createTestAccount(service, 'root', { isAdministrator: true });
  await createTestAccount(service, 'ann', { groups: ['Resource Editor'] });
  await createTestAccount(service, 'bob');
  const { clientId } = await createTestApplication(service, root);
  for (const name of names) {
    tokens.set(name, bearerHeader((await fetchTokens(service, name, clientId)).access_token));
  }
  const { dataApi } = service.stack;
  for (const [name, readers] of Object.entries(exports)) {
    const job = { query: '', format: 'geojson', everyHours: 24, runsAs: null, readers } as const;
    await runQuery(dataApi.write, createExportJob(name, job));
    if (name !== 'not-made') await runExportJob(name);
  }
}, 120_000);

afterAll(async () => {
  await fileServer?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function runExportJob(name: string): Promise<void> {
  const work = {
    dataApi: service.stack.dataApi,
    store: createFolderStore({ folder }),
    baseUrl,
    language: 'en-US',
    readQuery: createStoredQueryReader({ areGridReferencesRead: false, datingNodes: [] }),
    readFeatures,
    hasTimeLeft: () => true,
  };
  const outcome = await runJob(work, { name, ignoredIds: [], owner: 'test', isForced: false });
  expect(outcome?.state).toBe('finished');
}

const get = (path: string, name: CallerName, method = 'GET'): Promise<Response> =>
  service.fetch(path, { method, headers: tokens.get(name) ?? {}, redirect: 'manual' });

const list = z.object({
  exports: z.array(
    z.object({ name: z.string(), href: z.string().optional(), features: z.number().optional() }),
  ),
});

describe('a job that changes', () => {
  it('does not offer the file that it wrote with the rights of another account', async () => {
    const { dataApi } = service.stack;
    const readers = { accounts: [], groups: ['Guest'] };
    const job = { query: '', format: 'geojson', everyHours: 24, runsAs: 'root', readers } as const;
    await runQuery(dataApi.write, createExportJob('changing', job));
    await runExportJob('changing');
    expect((await get('/exports/changing', 'nobody')).status).toBe(303);
    await dataApi.transaction(async ({ execute }) => {
      await runQuery(execute, updateExportJob('changing', { ...job, runsAs: null }, true));
      await execute(deleteFinishedRuns('changing'));
      await execute(addExportReaders('changing', readers));
    });
    expect((await get('/exports/changing', 'bob')).status).toBe(404);
    await runExportJob('changing');
    expect((await get('/exports/changing', 'bob')).status).toBe(303);
    await runQuery(dataApi.write, deleteExportJob('changing'));
  });
});

describe('GET /exports/{name}', () => {
  it.each(Object.entries(fetchableExports))(
    'redirects %s for exactly the exports that they may fetch (any caller if Guest is a reader, administrators if there is no reader)',
    async (name, expected) => {
      const caller = z.enum(['nobody', ...names]).parse(name);
      const statuses = await Promise.all(
        Object.keys(exports).map(
          async (exportName) => (await get(`/exports/${exportName}`, caller)).status,
        ),
      );
      const refusalStatus = name === 'nobody' ? 401 : 404;
      expect(statuses).toEqual(
        Object.keys(exports).map((exportName) =>
          expected.includes(exportName) ? 303 : refusalStatus,
        ),
      );
    },
  );

  it('redirects to the file by a link that expires within five minutes and answers 403 if changed', async () => {
    const response = await get('/exports/for-ann', 'ann');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const link = response.headers.get('location') ?? '';
    const file = await fetch(link);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="for-ann-\d{4}-.*Z\.geojson\.gz"$/,
    );
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString('utf8');
    expect(JSON.parse(text).features.length).toBeGreaterThan(0);
    const headLink = (await get('/exports/for-ann', 'ann', 'HEAD')).headers.get('location') ?? '';
    expect((await fetch(headLink, { method: 'HEAD' })).status).toBe(200);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300');
    for (const changedLink of [
      link.replace('for-ann/', 'for-admins/'),
      link.replace('Expires=300', 'Expires=360'),
      link.replace(/Signature=\w{4}/, 'Signature=0000'),
      link.replace(/\?.*/, ''),
    ]) {
      expect((await fetch(changedLink)).status).toBe(403);
    }
  });

  it('redirects to the manifest with the parameter manifest', async () => {
    const response = await get('/exports/for-ann?manifest', 'ann');
    const manifest = await (await fetch(response.headers.get('location') ?? '')).json();
    expect(manifest).toMatchObject({ name: 'for-ann', runsAs: 'anonymous', format: 'geojson' });
  });

  it('redirects to a link that still leads to the same file after a new run', async () => {
    const link = (await get('/exports/for-ann', 'ann')).headers.get('location') ?? '';
    const before = Buffer.from(await (await fetch(link)).arrayBuffer());
    await service.stack.owner.write(rawSql('update activity_counter set ordinal = ordinal + 1'));
    await runExportJob('for-ann');
    const laterLink = (await get('/exports/for-ann', 'ann')).headers.get('location') ?? '';
    expect(new URL(laterLink).pathname).not.toBe(new URL(link).pathname);
    expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(before);
  });

  it('reports a missing file to callers who may fetch it, and answers others as for an unknown export', async () => {
    expect(await (await get('/exports/not-made', 'ann')).text()).toContain('has not been made yet');
    const answersToOthers = await Promise.all(
      ['not-made', 'unknown', '%FF'].map(async (name) => {
        const response = await get(`/exports/${name}`, 'bob');
        const { detail } = z.object({ detail: z.string() }).parse(await response.json());
        return [response.status, detail];
      }),
    );
    expect(new Set(answersToOthers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('is 404 for an account that has left the group of readers', async () => {
    const leave = rawSql(`delete from group_member m
using account a, account_group g
where a.account_id = m.account_id
  and g.account_group_id = m.account_group_id
  and a.username = 'ann'
  and g.name = 'Resource Editor'`);
    await service.stack.owner.write(leave);
    expect((await get('/exports/for-editors', 'ann')).status).toBe(404);
    expect((await get('/exports/for-ann', 'ann')).status).toBe(303);
    await service.stack.owner.write(
      rawSql(`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
cross join account_group g
where a.username = 'ann'
  and g.name = 'Resource Editor'`),
    );
  });
});

describe('GET /exports', () => {
  it('lists the exports that the caller may fetch; administrators see the others without a link', async () => {
    const listedExports = async (name: CallerName): Promise<readonly [string, boolean][]> => {
      const { exports } = list.parse(await (await get('/exports', name)).json());
      return exports.map((job) => [job.name, job.href !== undefined]);
    };
    expect(await listedExports('nobody')).toEqual([['for-everybody', true]]);
    expect(await listedExports('bob')).toEqual([['for-everybody', true]]);
    expect(await listedExports('ann')).toEqual([
      ['for-ann', true],
      ['for-editors', true],
      ['for-everybody', true],
      ['not-made', false],
    ]);
    expect(await listedExports('root')).toEqual(
      Object.keys(exports).map((name) => [name, fetchableExports.root.includes(name)]),
    );
  });

  it('is 401 for an anonymous caller if Guest may fetch no export', async () => {
    await service.stack.owner.write(
      rawSql(`delete from export_reader r
using account_group g
where g.account_group_id = r.account_group_id
  and g.name = 'Guest'`),
    );
    expect((await get('/exports', 'nobody')).status).toBe(401);
    expect((await get('/exports/for-everybody', 'nobody')).status).toBe(401);
  });
});
