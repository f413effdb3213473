import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { DataApi } from '../../lib/data-api/client.ts';
import { run } from '../../lib/data-api/query.ts';
import { denyNodegroups, setGroupDefaults } from '../queries/groups.ts';
import { hasGraphs, readSetting, writeSetting } from '../queries/settings.ts';
import type { ImportContext } from '../cli/import/context.ts';
import { importPackage } from '../cli/import/package.ts';
import { openReport } from '../cli/import/report.ts';
import { silentProgress } from '../cli/progress.ts';
import { restrictedNodegroups } from './sample/access.ts';
import { writeSamplePackage } from './sample/sample-package.ts';

const setting = 'sample';

/** The sample data could not be loaded whole: a defect of this project. */
export class SampleIncomplete extends Error {
  readonly code = 'sample_incomplete';
}

/**
 * Loads the sample data into an instance that is empty, or where loading it was broken off, and opens it to Guest but for
 * the nodegroups that the sample restricts.
 * @returns whether it was loaded now
 */
export async function loadSample(data: DataApi, language: string): Promise<boolean> {
  const state = await run(data.read, readSetting(setting));
  const isFilled = await run(data.read, hasGraphs());
  if (state === 'loaded' || (isFilled && state !== 'loading')) return false;
  await data.write(writeSetting(setting, 'loading'));
  await importSample(data, language);
  await data.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  await data.write(denyNodegroups('Guest', restrictedNodegroups));
  await data.write(writeSetting(setting, 'loaded'));
  return true;
}

async function importSample(data: DataApi, language: string): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'heritage-sample-'));
  const report = openReport();
  const context: ImportContext = {
    data,
    progress: silentProgress,
    report,
    dryRun: false,
    strict: false,
    salvage: false,
    language,
  };
  try {
    await writeSamplePackage(directory);
    await importPackage(directory, context);
  } finally {
    await rm(directory, { recursive: true });
  }
  const [problem] = report.first();
  if (problem !== undefined) throw new SampleIncomplete(`${problem.file}: ${problem.message}`);
}
