import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import * as z from 'zod';

import {
  createExportJob,
  listExportJobs,
  type ExportJob,
  type ExportJobDetails,
} from '../../../infra/cli/export-jobs/queries/export-jobs.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { runJob, type JobOutcome, type JobRequest } from '../../../lib/exports/run-job.ts';
import type { FileStore } from '../../../lib/stores/file-store.ts';
import type { ExportContext } from '../../../lib/exports/export-context.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { createFakeSource } from './fake-features.ts';

const manifestShape = z.object({
  file: z.string(),
  latest: z.string(),
  features: z.number(),
  bytes: z.number(),
  activity: z.number(),
  runsAs: z.string(),
  query: z.string(),
  sha256: z.string().nullable(),
  parts: z.array(z.object({ number: z.number(), bytes: z.number(), sha256: z.string() })),
});

/** The environment of tests of exports: a database, and a folder for the files. */
export type ExportWorkshop = {
  readonly stack: TestStack;
  readonly folder: string;
  readonly store: FileStore;
  /** Creates the context of a run. */
  readonly createContext: (changes?: Partial<ExportContext>) => ExportContext;
  /** Runs a job now, even if it is not due. */
  readonly run: (
    name: string,
    changes?: Partial<ExportContext>,
    request?: Partial<JobRequest>,
  ) => Promise<JobOutcome | undefined>;
  readonly createJob: (name: string, details?: Partial<ExportJobDetails>) => Promise<void>;
  readonly readJob: (name: string) => Promise<ExportJob>;
  /** Reads the decompressed text of a file of a job, by default of its latest file. */
  readonly readText: (name: string, file?: string) => Promise<string>;
  readonly readManifest: (name: string, file?: string) => Promise<z.output<typeof manifestShape>>;
  /** The names of the files of a job. */
  readonly listFiles: (name: string) => Promise<readonly string[]>;
  readonly listUploads: () => Promise<readonly string[]>;
  readonly execute: (statement: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Seven features. Two of them fill a part of {@link smallPartBytes}. */
export const smallFeatures = createFakeSource({ pieceCount: 7, characterCount: 40_000 });
const smallPartBytes = 40_000;

export async function openExportWorkshop(): Promise<ExportWorkshop> {
  const stack = await openTestStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-exports-'));
  const store = createFolderStore({ folder });
  const createContext: ExportWorkshop['createContext'] = (changes) => ({
    dataApi: stack.dataApi,
    store,
    baseUrl: 'https://heritage.test',
    language: 'en-US',
    readQuery: createStoredQueryReader({ areGridReferencesRead: false, datingNodes: [] }),
    readFeatures: smallFeatures,
    hasTimeLeft: () => true,
    minPartBytes: smallPartBytes,
    ...changes,
  });
  const defaultDetails = { query: '', format: 'geojson', everyHours: 24, runsAs: null } as const;
  return {
    stack,
    folder,
    store,
    createContext,
    run: (name, changes, request) =>
      runJob(createContext(changes), {
        name,
        ignoredIds: [],
        owner: randomUUID(),
        isForced: false,
        ...request,
      }),
    createJob: async (name, details) => {
      const job = { ...defaultDetails, readers: { accounts: [], groups: [] }, ...details };
      await runQuery(stack.dataApi.write, createExportJob(name, job));
    },
    readJob: async (name) => {
      const [job] = await runQuery(stack.dataApi.read, listExportJobs(name));
      if (job === undefined) throw new Error(`There is no job ${name}.`);
      return job;
    },
    readText: async (name, file = 'latest.geojson.gz') =>
      gunzipSync(await readFile(path.join(folder, name, file))).toString('utf8'),
    readManifest: async (name, file = 'latest.json') =>
      manifestShape.parse(JSON.parse(await readFile(path.join(folder, name, file), 'utf8'))),
    listFiles: async (name) => {
      const fileNames: readonly string[] = await readdir(path.join(folder, name)).catch(() => []);
      return fileNames.toSorted();
    },
    listUploads: () => readdir(path.join(folder, '.uploads')),
    execute: (statement) => stack.owner.write(rawSql(statement)),
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}
